package holdfast.terraform;

import holdfast.state.StateVersion;
import java.math.BigInteger;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Lineage and serial of the state that is there and of the one that comes, where they have any. */
record Serials(Map<String, String> before, Map<String, String> now) {
    static Serials of(@Nullable StateVersion current, StateUpload upload) {
        return new Serials(current == null ? Map.of() : current.facts(), upload.facts());
    }

    private boolean isOfAnotherLineage() {
        String old = before.get("lineage");
        String next = now.get("lineage");
        return old != null && next != null && !old.equals(next);
    }

    /** An older state of the same lineage. */
    boolean goesBack() {
        BigInteger old = serial(before);
        BigInteger next = serial(now);
        return !isOfAnotherLineage() && old != null && next != null && next.compareTo(old) < 0;
    }

    /** Null if there is none, or none that can be compared. */
    private static @Nullable BigInteger serial(Map<String, String> facts) {
        String text = facts.getOrDefault("serial", "");
        return text.matches("\\d{1,30}") ? new BigInteger(text) : null;
    }

    /** Neither older nor of another lineage. */
    boolean goesOn() {
        return !isOfAnotherLineage() && !goesBack();
    }

    /** What should not be, but may be; empty if there is nothing to say. */
    String alarm() {
        if (isOfAnotherLineage()) {
            return "the lineage changed from "
                    + before.get("lineage")
                    + " to "
                    + now.get("lineage");
        }
        return goesBack()
                ? "the serial went back from " + before.get("serial") + " to " + now.get("serial")
                : "";
    }
}
