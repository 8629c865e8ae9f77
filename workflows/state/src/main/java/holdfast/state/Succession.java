package holdfast.state;

import java.math.BigInteger;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a state of Terraform's that comes is to the one that is there, by the serials and lineages of both, where they have any. */
public record Succession(Map<String, String> before, Map<String, String> now) {
    static final String SERIAL = "serial";
    static final String LINEAGE = "lineage";

    /** @param facts of the state that comes */
    public static Succession of(@Nullable StateVersion current, Map<String, String> facts) {
        return new Succession(current == null ? Map.of() : current.facts(), facts);
    }

    /** One without any is of another, too. */
    private boolean isOfAnotherLineage() {
        String old = before.get(LINEAGE);
        String next = now.get(LINEAGE);
        return old != null && !old.equals(next);
    }

    /** An older state of the same lineage. */
    public boolean goesBack() {
        BigInteger old = serial(before);
        BigInteger next = serial(now);
        return !isOfAnotherLineage() && old != null && next != null && next.compareTo(old) < 0;
    }

    /** Null if there is none, or none that can be compared. */
    static @Nullable BigInteger serial(Map<String, String> facts) {
        String text = facts.getOrDefault(SERIAL, "");
        return text.matches("[0-9]{1,30}") ? new BigInteger(text) : null;
    }

    /** Neither older nor of another lineage. */
    public boolean goesOn() {
        return !isOfAnotherLineage() && !goesBack();
    }

    /** What should not be, but may be. */
    public Optional<String> alarm() {
        if (isOfAnotherLineage()) {
            return Optional.of(
                    "the lineage changed from "
                            + before.get(LINEAGE)
                            + " to "
                            + now.getOrDefault(LINEAGE, "none"));
        }
        return goesBack()
                ? Optional.of(
                        "the serial went back from "
                                + before.get(SERIAL)
                                + " to "
                                + now.get(SERIAL))
                : Optional.empty();
    }
}
