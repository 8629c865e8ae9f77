package holdfast.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import holdfast.Holdfast;
import holdfast.engine.EngineSettings;
import holdfast.engine.HeldLock;
import holdfast.engine.LockEngine;
import holdfast.model.InvalidRequestException;
import holdfast.model.NotPermittedException;
import holdfast.server.Gate;
import holdfast.server.HoldfastServer;
import holdfast.server.ServerSettings;
import holdfast.store.StoreException;
import holdfast.store.memory.MemoryLockStore;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tokens that run out, are replaced, or are not to be had. */
@Timeout(120)
final class CredentialTest {
    @TempDir private Path folder;

    private static String encoded(String text) {
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    /** What looks like a token that was made now and is good for so long. */
    private static String jwt(String name, Duration lasting) {
        Instant now = Instant.now();
        String claims =
                "{\"sub\":\"%s\",\"iat\":%d,\"exp\":%d}"
                        .formatted(name, now.getEpochSecond(), now.plus(lasting).getEpochSecond());
        return encoded("{}") + "." + encoded(claims) + "." + encoded("signature");
    }

    /** Gives out tokens that are numbered, and counts them. */
    private static final class Giver implements Remembered.Source {
        private final Duration lasting;
        private final AtomicInteger given = new AtomicInteger();
        private volatile boolean isAway;

        Giver(Duration lasting) {
            this.lasting = lasting;
        }

        @Override
        public String ask() throws IOException {
            if (isAway) {
                throw new IOException("the giver is away");
            }
            return jwt(Integer.toString(given.incrementAndGet()), lasting);
        }
    }

    @Test
    void aTokenIsAskedForOnceHoweverManyWantIt() throws Exception {
        var giver = new Giver(Duration.ofMinutes(5));
        var credential = new Remembered(giver);
        var go = new CountDownLatch(1);
        List<CompletableFuture<Optional<String>>> all =
                IntStream.range(0, 20)
                        .mapToObj(i ->
                                CompletableFuture.supplyAsync(() -> {
                                    try {
                                        go.await();
                                    } catch (InterruptedException e) {
                                        throw new AssertionError(e);
                                    }
                                    return credential.get();
                                }))
                        .toList();
        go.countDown();

        for (var one : all) {
            assertThat(one.get()).isEqualTo(credential.get());
        }
        assertThat(giver.given).hasValue(1);
    }

    @Test
    void anotherIsAskedForBeforeATokenHasRunOut() {
        var giver = new Giver(Duration.ofSeconds(6));
        var credential = new Remembered(giver);
        String first = credential.get().orElseThrow();
        Instant end = Instant.now().plusSeconds(6);

        Scene.await("a new one", () -> !credential.get().orElseThrow().equals(first));

        assertThat(Instant.now()).isBefore(end);
        assertThat(giver.given).hasValue(2);
    }

    @Test
    void whileNoNewOneIsToBeHadTheOldOneIsUsedAsLongAsItIsGood() {
        var giver = new Giver(Duration.ofSeconds(2));
        var credential = new Remembered(giver);
        String first = credential.get().orElseThrow();
        giver.isAway = true;
        var seen = new CopyOnWriteArrayList<String>();

        Scene.await(
                "it runs out",
                () -> {
                    try {
                        seen.add(credential.get().orElseThrow());
                        return false;
                    } catch (StoreException.Unavailable e) {
                        assertThat(e).hasMessageContaining("the giver is away");
                        return true;
                    }
                });

        assertThat(seen).isNotEmpty().containsOnly(first);
        giver.isAway = false;
        assertThat(credential.get()).isPresent().get().isNotEqualTo(first);
    }

    @Test
    void whoNeverHadATokenIsToldAtOnceThatThereIsNone() {
        var giver = new Giver(Duration.ofMinutes(5));
        giver.isAway = true;
        var credential = new Remembered(giver);

        assertThatThrownBy(credential::get)
                .isInstanceOf(NotPermittedException.class)
                .hasMessageContaining("the giver is away");
    }

    @Test
    void aTokenThatIsRefusedIsReplacedUnlessItWasJustGiven() {
        var asked = new AtomicInteger();
        var credential = new Remembered(() -> "opaque-" + asked.incrementAndGet());
        String first = credential.get().orElseThrow();

        credential.refused(first);
        assertThat(credential.get()).contains(first);

        Scene.await(
                "it is not young any more",
                () -> {
                    credential.refused(first);
                    return !credential.get().orElseThrow().equals(first);
                });
        credential.refused(first);
        assertThat(credential.get()).contains("opaque-2");
    }

    @ParameterizedTest
    @CsvSource({
        // made, over, now, left
        "0, 300, 10, 290",
        "0, 300, -100, 300",
        "0, 300, 400, 300",
        ", 300, 10, 290",
    })
    void aClockThatIsWrongMakesATokenNeitherOlderNorYoungerThanItCanBe(
            @org.jspecify.annotations.Nullable Long made, long over, long now, long left) {
        long zero = Instant.parse("2026-03-01T12:00:00Z").getEpochSecond();
        String claims =
                (made == null ? "{" : "{\"iat\":" + (zero + made) + ",")
                        + "\"exp\":"
                        + (zero + over)
                        + "}";

        assertThat(
                        Lifetime.left(
                                "e30." + encoded(claims) + ".x", Instant.ofEpochSecond(zero + now)))
                .contains(Duration.ofSeconds(left));
    }

    @Test
    void whatIsNoJwtDoesNotSayHowLongItIsGood() {
        for (String token :
                List.of("hf_1_2", "a.b", "a.b.c", "a." + encoded("[1]") + ".c", "a.!.c")) {
            assertThat(Lifetime.left(token, Instant.EPOCH)).as(token).isEmpty();
        }
    }

    @Test
    void whatACommandPrintsIsTheToken() {
        assertThat(Credential.ofCommand("printf ' my-token \\n\\n'").get()).contains("my-token");
    }

    @ParameterizedTest
    @CsvSource({
        "echo hush; exit 3, ended with exit code 3",
        "true, what was given for a token is none",
        "echo hush hush, what was given for a token is none",
        "kill -9 $$; echo hush, ended with exit code 137",
    })
    void aCommandThatPrintsNoTokenIsToldWithoutWhatItPrinted(String command, String why) {
        assertThatThrownBy(() -> Credential.ofCommand(command).get())
                .isInstanceOf(NotPermittedException.class)
                .hasMessageContaining(why)
                .hasMessageNotContaining("hush")
                .hasMessageNotContaining("echo");
    }

    @Test
    void aCommandThatPrintsOnAndOnIsNoLongerAskedAndNotWaitedFor() {
        assertThatThrownBy(() -> Credential.ofCommand("yes hush").get())
                .isInstanceOf(NotPermittedException.class)
                .hasMessageContaining("printed more than 65536 bytes")
                .hasMessageNotContaining("hush");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "echo hush; exec >&-; exec sleep 300",
                "echo hush; exec sleep 300",
            })
    void aCommandThatDoesNotEndIsEndedAlsoIfItHasClosedItsOutput(String command) {
        var asked = new TokenCommand(command, Duration.ofSeconds(1));

        assertThatThrownBy(asked::ask)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("took more than 1s")
                .hasMessageNotContaining("hush");
    }

    /** It waits for nobody at a terminal, and takes nothing of what the program itself reads. */
    @Test
    void aCommandThatReadsItsInputFindsNothingThere() {
        assertThat(Credential.ofCommand("cat; echo my-token").get()).contains("my-token");
    }

    @Test
    void aFileIsReadEachTimeAndMayBeEmptyForAMoment() throws IOException {
        Path file = folder.resolve("token");
        Credential credential = Credential.ofFile(file);
        assertThatThrownBy(credential::get)
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining(file.toString());

        Files.writeString(file, "one\n");
        assertThat(credential.get()).contains("one");
        Files.writeString(file, "");
        assertThatThrownBy(credential::get).isInstanceOf(StoreException.Unavailable.class);
        Files.writeString(file, "two\n");
        assertThat(credential.get()).contains("two");
    }

    @Test
    void gitHubIsAskedAgainWhileItIsBusy() throws IOException {
        var requests = new CopyOnWriteArrayList<String>();
        HttpServer gitHub =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        gitHub.createContext(
                "/token",
                exchange -> {
                    requests.add(
                            exchange.getRequestURI().getRawQuery()
                                    + " "
                                    + exchange.getRequestHeaders().getFirst("Authorization"));
                    byte[] body = "{\"value\":\"job-token\"}".getBytes(StandardCharsets.UTF_8);
                    exchange.sendResponseHeaders(requests.size() == 1 ? 503 : 200, body.length);
                    exchange.getResponseBody().write(body);
                    exchange.close();
                });
        gitHub.start();
        try {
            Map<String, String> job =
                    Map.of(
                            "ACTIONS_ID_TOKEN_REQUEST_URL",
                            "http://127.0.0.1:" + gitHub.getAddress().getPort() + "/token?v=2",
                            "ACTIONS_ID_TOKEN_REQUEST_TOKEN",
                            "pass");

            assertThat(Credential.ofGitHubActions(job, "a b&c").orElseThrow().get())
                    .contains("job-token");
            assertThat(requests).hasSize(2).containsOnly("v=2&audience=a+b%26c Bearer pass");
        } finally {
            gitHub.stop(0);
        }
        assertThat(Credential.ofGitHubActions(Map.of(), "holdfast")).isEmpty();
    }

    /** A server that knows only the tokens that the test names. */
    private static HoldfastServer serve(
            LockEngine engine, MemoryLockStore store, List<String> known) {
        Gate gate =
                credential -> {
                    String shown = credential.authorization().orElse("");
                    if (!known.contains(shown.replaceFirst("^Bearer ", ""))) {
                        throw new Gate.Denied(Gate.Denied.Why.UNKNOWN, "who is this?");
                    }
                    return Gate.OPEN.admit(credential);
                };
        return HoldfastServer.start(
                new HoldfastServer.Parts(engine, store, gate),
                ServerSettings.DEFAULT.at("127.0.0.1", 0));
    }

    @Test
    void whoIsUnknownForAMomentKeepsItsLockAndWithANewTokenIsKnownAtOnce() throws Exception {
        var known = new CopyOnWriteArrayList<>(List.of("one"));
        Path file = Files.writeString(folder.resolve("token"), "one");
        try (var store = MemoryLockStore.withSystemClock();
                var engine = LockEngine.open(store, EngineSettings.DEFAULT);
                var server = serve(engine, store, known);
                Holdfast client =
                        HoldfastClient.connect(
                                ClientSettings.of(Scene.url(server))
                                        .withCredential(Credential.ofFile(file)));
                HeldLock lock = client.lock("shop").lease(Duration.ofSeconds(12)).takeOrThrow()) {
            known.clear();
            Scene.await(
                    "a heartbeat is refused", () -> !lock.state().isHeld() || isInJeopardy(lock));
            assertThat(lock.state().isHeld()).isTrue();

            known.add("two");
            Files.writeString(file, "two");

            Scene.await("it is sure of its lock again", () -> !isInJeopardy(lock));
            assertThat(lock.state().isHeld()).isTrue();
            assertThat(engine.find(lock.id())).isPresent();
        }
    }

    private static boolean isInJeopardy(HeldLock lock) {
        return lock.state() instanceof holdfast.engine.HoldState.Jeopardy;
    }

    /** The token is replaced between the moment in which it was read and the one in which it is checked. */
    @Test
    void aRequestWhoseTokenWasReplacedMeanwhileIsMadeOnceMoreAndOnlyOnce() throws Exception {
        var shown = new CopyOnWriteArrayList<String>();
        var tokens = new AtomicInteger();
        Credential credential = () -> Optional.of("token-" + tokens.incrementAndGet());
        var api =
                new Api(
                        ClientSettings.of("http://127.0.0.1:1").withCredential(credential),
                        new Transport() {
                            @Override
                            public Answer send(Message message) {
                                shown.add(String.valueOf(message.headers().get("Authorization")));
                                boolean isGood = shown.getLast().equals("Bearer token-2");
                                return new Answer(
                                        isGood ? 200 : 401,
                                        (isGood ? "{}" : "{\"detail\":\"unknown\"}")
                                                .getBytes(StandardCharsets.UTF_8),
                                        Optional.empty());
                            }

                            @Override
                            public void close() {}
                        });

        assertThat(api.ask(Request.post("/v1/locks", "{}").atMostOnce()).status()).isEqualTo(200);
        assertThatThrownBy(() -> api.ask(Request.post("/v1/locks", "{}")))
                .isInstanceOf(NotPermittedException.class);
        assertThat(shown)
                .containsExactly(
                        "Bearer token-1", "Bearer token-2", "Bearer token-3", "Bearer token-4");
    }
}
