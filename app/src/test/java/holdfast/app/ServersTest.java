package holdfast.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Real servers, as people start them, side by side on one store. */
@Timeout(300)
final class ServersTest {
    private static final Pattern ADDRESS = Pattern.compile("at (http://127\\.0\\.0\\.1:\\d+)");

    @RegisterExtension private final Workshop workshop = new Workshop();

    private final HttpClient http = HttpClient.newHttpClient();

    /** A server that answers. */
    private record Server(RunningHoldfast process, String url) {}

    private Server serve() {
        RunningHoldfast process = workshop.start("serve", "--port", "0");
        Deadline.await(
                "a server says where it is: " + process,
                () -> ADDRESS.matcher(process.err()).find() || !process.isAlive());
        Matcher address = ADDRESS.matcher(process.err());
        assertThat(address.find()).as(process.toString()).isTrue();
        return new Server(process, address.group(1));
    }

    private HttpRequest request(String method, String url, @Nullable String body) {
        return HttpRequest.newBuilder(URI.create(url))
                .header("Content-Type", "application/json")
                .header("Prefer", "wait=20")
                .method(
                        method,
                        body == null
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofString(body))
                .build();
    }

    private HttpResponse<String> send(String method, String url, @Nullable String body) {
        try {
            return http.send(request(method, url, body), HttpResponse.BodyHandlers.ofString());
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private CompletableFuture<HttpResponse<String>> poll(Server at, String request) {
        return http.sendAsync(
                request("GET", at.url() + "/v1/requests/" + request + "?resource=shop", null),
                HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> acquire(Server at, String owner, String more) {
        String body = "{\"resource\":\"shop\",\"owner\":\"" + owner + "\"" + more + "}";
        var request =
                HttpRequest.newBuilder(URI.create(at.url() + "/v1/locks"))
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build();
        try {
            return http.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static String field(HttpResponse<String> answer, String name) {
        Matcher found = Pattern.compile("\"" + name + "\":\"([^\"]*)\"").matcher(answer.body());
        assertThat(found.find()).as(answer.body()).isTrue();
        return found.group(1);
    }

    private static String waiting(String request) {
        return ",\"wait_seconds\":120,\"request_id\":\"" + request + "\"";
    }

    @Test
    void aServerThatIsKilledLosesNeitherHoldsNorPlaces() throws Exception {
        Server doomed = serve();
        Server other = serve();
        String lock = field(acquire(doomed, "alice", ""), "lock_id");
        assertThat(acquire(doomed, "bob", waiting("bobs")).statusCode()).isEqualTo(202);
        assertThat(acquire(other, "carol", waiting("carols")).statusCode()).isEqualTo(202);
        CompletableFuture<HttpResponse<String>> cutOff = poll(doomed, "bobs");

        doomed.process().signal("KILL");

        assertThat(cutOff.handle((answer, failure) -> failure != null).get(30, TimeUnit.SECONDS))
                .isTrue();
        // The holder keeps its lock alive at the other server, and the first waiter its place.
        assertThat(send("POST", other.url() + "/v1/locks/" + lock + "/renew", "{}").statusCode())
                .isEqualTo(200);
        CompletableFuture<HttpResponse<String>> bob = poll(other, "bobs");
        CompletableFuture<HttpResponse<String>> carol = poll(other, "carols");
        assertThat(send("DELETE", other.url() + "/v1/locks/" + lock, null).statusCode())
                .isEqualTo(200);
        var offered = bob.get(30, TimeUnit.SECONDS);
        assertThat(field(offered, "owner")).isEqualTo("bob");
        String bobs = other.url() + "/v1/locks/" + field(offered, "lock_id");
        assertThat(send("POST", bobs + "/renew", "{}").body()).contains("\"confirmed\":true");
        send("DELETE", bobs, null);
        assertThat(field(carol.get(30, TimeUnit.SECONDS), "owner")).isEqualTo("carol");
    }

    @Test
    void waitersOfDifferentServersAreServedInTurnAndSoon() throws Exception {
        Server one = serve();
        Server two = serve();
        String lock = field(acquire(one, "alice", ""), "lock_id");
        for (int i = 0; i < 6; i++) {
            Server at = i % 2 == 0 ? two : one;
            assertThat(acquire(at, "waiter" + i, waiting("w" + i)).statusCode()).isEqualTo(202);
        }
        for (int i = 0; i < 6; i++) {
            // Each waits at another server than the one that serves the release before it.
            CompletableFuture<HttpResponse<String>> next = poll(i % 2 == 0 ? two : one, "w" + i);
            String from = (i % 2 == 0 ? one : two).url() + "/v1/locks/" + lock;
            assertThat(send("DELETE", from, null).statusCode()).isEqualTo(200);
            var offered = next.get(15, TimeUnit.SECONDS);
            assertThat(field(offered, "owner")).isEqualTo("waiter" + i);
            lock = field(offered, "lock_id");
            send("POST", one.url() + "/v1/locks/" + lock + "/renew", "{}");
        }
    }

    @Test
    void aServerThatIsToldToStopLetsItsWaitersGoAndEnds() throws Exception {
        Server server = serve();
        acquire(server, "alice", "");
        acquire(server, "bob", waiting("bobs"));
        CompletableFuture<HttpResponse<String>> poll = poll(server, "bobs");
        Deadline.await(
                "the poll waits",
                () ->
                        send("GET", server.url() + "/healthz", null)
                                .body()
                                .contains("\"waiting_answers\":1"));

        server.process().signal("TERM");

        var answer = poll.get(30, TimeUnit.SECONDS);
        assertThat(answer.statusCode()).isEqualTo(202);
        assertThat(answer.headers().firstValue("Retry-After")).contains("0");
        assertThat(server.process().exitCode()).isZero();
    }

    @Test
    void withoutAccessAServerSaysThatEverybodyOnThisMachineMayDoEverything() {
        Server server = serve();

        Deadline.await(
                "the server says so",
                () -> server.process().err().contains("no access is configured: everybody"));
    }

    @Test
    void withoutAccessAServerListensToThisMachineOnly() {
        RunningHoldfast process = workshop.start("serve", "--host", "0.0.0.0", "--port", "0");

        assertThat(process.exitCode()).isEqualTo(64);
        assertThat(process.err()).contains("loopback");
    }
}
