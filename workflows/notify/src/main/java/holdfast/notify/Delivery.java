package holdfast.notify;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.time.InstantSource;

/** One attempt to deliver a message. */
final class Delivery {
    private static final int TOO_EARLY = 425;
    private static final int TOO_MANY = 429;
    private static final int TIMED_OUT = 408;

    private final HttpClient client;
    private final InstantSource clock;
    private final Duration timeout;

    /** What became of it. */
    sealed interface Result {
        record Delivered() implements Result {}

        /** It may succeed later. */
        record Failed(String why) implements Result {}

        /** The receiver does not want it, and will not the next time. */
        record Rejected(String why) implements Result {}
    }

    Delivery(HttpClient client, InstantSource clock, Duration timeout) {
        this.client = client;
        this.clock = clock;
        this.timeout = timeout;
    }

    Result attempt(Webhook webhook, Message message) throws InterruptedException {
        try {
            var response =
                    client.send(request(webhook, message), HttpResponse.BodyHandlers.discarding());
            return judged(response.statusCode());
        } catch (HttpTimeoutException e) {
            return new Result.Failed("no answer within " + timeout.toSeconds() + " s");
        } catch (IOException e) {
            // Its message may have the address in it, which may be a secret.
            return new Result.Failed("no connection: " + e.getClass().getSimpleName());
        }
    }

    private HttpRequest request(Webhook webhook, Message message) {
        var request =
                HttpRequest.newBuilder(webhook.url())
                        .timeout(timeout)
                        .header("Content-Type", "application/json; charset=utf-8")
                        .header("User-Agent", "holdfast")
                        .header("Holdfast-Event", message.event())
                        .header("Holdfast-Delivery", message.id())
                        .POST(HttpRequest.BodyPublishers.ofString(message.body()));
        if (webhook.secret() != null) {
            request.header(
                    Signature.HEADER,
                    Signature.of(webhook.secret(), clock.instant(), message.body()));
        }
        return request.build();
    }

    private static Result judged(int status) {
        if (status >= 200 && status < 300) {
            return new Result.Delivered();
        }
        boolean later =
                status >= 500 || status == TIMED_OUT || status == TOO_EARLY || status == TOO_MANY;
        String why = "it answered " + status;
        return later ? new Result.Failed(why) : new Result.Rejected(why);
    }
}
