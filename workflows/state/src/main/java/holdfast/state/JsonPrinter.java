package holdfast.state;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes JSON as people lay it out: two spaces a level, short empty things. */
final class JsonPrinter {
    private final StringBuilder out;

    JsonPrinter(StringBuilder out) {
        this.out = out;
    }

    void print(@Nullable Object value, int depth) {
        switch (value) {
            case Map<?, ?> map when !map.isEmpty() -> {
                String separator = "{";
                for (var member : map.entrySet()) {
                    line(separator, depth + 1);
                    scalar(member.getKey());
                    out.append(": ");
                    print(member.getValue(), depth + 1);
                    separator = ",";
                }
                line("", depth);
                out.append('}');
            }
            case List<?> list when !list.isEmpty() -> {
                String separator = "[";
                for (Object item : list) {
                    line(separator, depth + 1);
                    print(item, depth + 1);
                    separator = ",";
                }
                line("", depth);
                out.append(']');
            }
            case null, default -> scalar(value);
        }
    }

    private void line(String end, int depth) {
        out.append(end).append('\n').append("  ".repeat(depth));
    }

    private void scalar(@Nullable Object value) {
        out.append(new String(JsonTree.canonical(value), StandardCharsets.UTF_8));
    }
}
