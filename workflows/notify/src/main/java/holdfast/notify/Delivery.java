package holdfast.notify;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

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
        // Not by the client's own timeout, which ends with the headers: who stops in the middle of
        // the rest would keep all other messages waiting.
        CompletableFuture<HttpResponse<Void>> answer =
                client.sendAsync(request(webhook, message), HttpResponse.BodyHandlers.discarding());
        try {
            return judged(answer.get(timeout.toNanos(), TimeUnit.NANOSECONDS).statusCode());
        } catch (TimeoutException e) {
            return noAnswer();
        } catch (ExecutionException e) {
            return e.getCause() instanceof HttpTimeoutException
                    ? noAnswer()
                    // Its message may have the address in it, which may be a secret.
                    : new Result.Failed("no connection: " + nameOf(e.getCause()));
        } finally {
            answer.cancel(true);
        }
    }

    private Result noAnswer() {
        return new Result.Failed("no answer within " + timeout.toSeconds() + " s");
    }

    private static String nameOf(@Nullable Throwable cause) {
        return cause == null ? "unknown" : cause.getClass().getSimpleName();
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
