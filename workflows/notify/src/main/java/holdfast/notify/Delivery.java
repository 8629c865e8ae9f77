package holdfast.notify;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.format.DateTimeFormatter;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** One attempt to deliver a message. */
final class Delivery {
    private static final int TOO_EARLY = 425;
    private static final int TOO_MANY = 429;
    private static final int TIMED_OUT = 408;
    private static final Pattern SECONDS = Pattern.compile("\\d{1,9}");

    private final HttpClient client;
    private final InstantSource clock;
    private final Duration timeout;

    /** What became of it. */
    sealed interface Result {
        record Delivered() implements Result {}

        /**
         * It may succeed later.
         *
         * @param askedFor how long the receiver wants to be left alone; zero if it does not say
         */
        record Failed(String why, Duration askedFor) implements Result {
            Failed(String why) {
                this(why, Duration.ZERO);
            }
        }

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
            return judged(answer.get(timeout.toNanos(), TimeUnit.NANOSECONDS));
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

    private Result judged(HttpResponse<Void> answer) {
        int status = answer.statusCode();
        if (status >= 200 && status < 300) {
            return new Result.Delivered();
        }
        boolean later =
                status >= 500 || status == TIMED_OUT || status == TOO_EARLY || status == TOO_MANY;
        String why = "it answered " + status;
        return later
                ? new Result.Failed(
                        why,
                        answer.headers()
                                .firstValue("Retry-After")
                                .map(this::wait)
                                .orElse(Duration.ZERO))
                : new Result.Rejected(why);
    }

    /** Seconds, or a date; what is neither says nothing. */
    private Duration wait(String retryAfter) {
        if (SECONDS.matcher(retryAfter).matches()) {
            return Duration.ofSeconds(Long.parseLong(retryAfter));
        }
        try {
            Instant date = Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(retryAfter));
            Duration until = Duration.between(clock.instant(), date);
            return until.isNegative() ? Duration.ZERO : until;
        } catch (DateTimeException e) {
            return Duration.ZERO;
        }
    }
}
