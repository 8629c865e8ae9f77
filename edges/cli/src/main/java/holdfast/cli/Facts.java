package holdfast.cli;

import java.util.ArrayList;
import java.util.List;

/** Indented lines with a label each, the values below each other. */
final class Facts {
    private static final String INDENT = "  ";

    private final List<Fact> facts = new ArrayList<>();

    private record Fact(String label, String value) {}

    Facts add(String label, String value) {
        facts.add(new Fact(label + ":", value));
        return this;
    }

    /** Leaves the line out if there is nothing to say. */
    Facts addIfSaid(String label, String value) {
        return value.isBlank() ? this : add(label, value);
    }

    String text() {
        int width = facts.stream().mapToInt(fact -> fact.label().length()).max().orElse(0);
        var text = new StringBuilder();
        for (Fact fact : facts) {
            text.append(INDENT)
                    .append(fact.label())
                    .append(" ".repeat(width - fact.label().length() + 1))
                    .append(fact.value())
                    .append('\n');
        }
        return text.toString();
    }
}
