package holdfast.notify;

import holdfast.model.InvalidRequestException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;

/**
 * Who is told, and how hard it is tried.
 *
 * @param queueMax how many messages may wait for one webhook; what comes then is dropped and counted
 * @param deadLettersMax how many messages of one webhook that could not be delivered are kept; the oldest goes first
 */
public record NotifySettings(
        List<Webhook> webhooks, int queueMax, int deadLettersMax, Persistence persistence) {
    public static final NotifySettings NONE = of(List.of());

    /**
     * How often and for how long.
     *
     * @param attempts how often a message is tried
     * @param firstPause before the second attempt; each further pause is twice as long
     * @param longestPause the most that a pause grows to, also if the receiver asks for more
     * @param timeout for one attempt
     */
    public record Persistence(
            int attempts, Duration firstPause, Duration longestPause, Duration timeout) {
        public static final Persistence DEFAULT =
                new Persistence(
                        6, Duration.ofSeconds(1), Duration.ofMinutes(2), Duration.ofSeconds(10));

        public Persistence {
            if (attempts < 1 || attempts > 100) {
                throw new InvalidRequestException("a message is tried between 1 and 100 times");
            }
            if (!firstPause.isPositive()
                    || longestPause.compareTo(firstPause) < 0
                    || !timeout.isPositive()) {
                throw new InvalidRequestException(
                        "pauses and timeouts must be longer than nothing");
            }
        }

        /** @param askedFor by the receiver; kept up to the longest pause, since all later messages wait too */
        Duration pauseAfter(int attempt, Duration askedFor) {
            Duration grown = firstPause.multipliedBy(1L << Math.min(attempt - 1, 30));
            Duration pause = grown.compareTo(askedFor) < 0 ? askedFor : grown;
            return pause.compareTo(longestPause) < 0 ? pause : longestPause;
        }
    }

    public NotifySettings {
        webhooks = List.copyOf(webhooks);
        if (new HashSet<>(webhooks.stream().map(Webhook::name).toList()).size() < webhooks.size()) {
            throw new InvalidRequestException("two webhooks have the same name");
        }
        if (queueMax < 1 || deadLettersMax < 1) {
            throw new InvalidRequestException("a webhook needs room for at least one message");
        }
    }

    public static NotifySettings of(List<Webhook> webhooks) {
        return new NotifySettings(webhooks, 1_000, 1_000, Persistence.DEFAULT);
    }
}
