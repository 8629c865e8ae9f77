package holdfast.model;

import java.time.Duration;

/** Lengths of time as people write them. */
public final class Length {
    private Length() {}

    /** Nothing is left out: {@code 24h}, {@code 1h 5m}, {@code 1s 500ms}, {@code 300ms}. */
    public static String inWords(Duration duration) {
        if (duration.isNegative()) {
            return "-" + inWords(duration.negated());
        }
        var words = new StringBuilder();
        add(words, duration.toHours(), "h");
        add(words, duration.toMinutesPart(), "m");
        add(words, duration.toSecondsPart(), "s");
        add(words, duration.toMillisPart(), "ms");
        add(words, duration.toNanosPart() % 1_000_000, "ns");
        return words.isEmpty() ? "0ms" : words.toString();
    }

    private static void add(StringBuilder words, long amount, String unit) {
        if (amount != 0) {
            words.append(words.isEmpty() ? "" : " ").append(amount).append(unit);
        }
    }
}
