package holdfast.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * Text in columns. Where the terminal is too narrow, long cells are cut; where even that does not help, each row becomes a block
 * with a line for each cell.
 */
final class Table {
    private static final String GAP = "  ";
    private static final String INDENT = "  ";

    private final List<Column> columns;
    private final List<List<String>> rows;

    /** @param atLeast how narrow it may become; Integer.MAX_VALUE if it must not be cut */
    record Column(String heading, int atLeast) {
        static Column fixed(String heading) {
            return new Column(heading, Integer.MAX_VALUE);
        }

        static Column shrinking(String heading, int atLeast) {
            return new Column(heading, atLeast);
        }
    }

    Table(List<Column> columns, List<List<String>> rows) {
        this.columns = List.copyOf(columns);
        this.rows = List.copyOf(rows);
    }

    /** @param width of the terminal; without one, nothing is cut */
    String fitting(OptionalInt width) {
        int[] widths = naturalWidths();
        if (width.isPresent()) {
            shrink(widths, width.getAsInt());
            if (total(widths) > width.getAsInt()) {
                return asBlocks(width.getAsInt());
            }
        }
        var text = new StringBuilder();
        appendLine(text, widths, columns.stream().map(Column::heading).toList());
        rows.forEach(row -> appendLine(text, widths, row));
        return text.toString();
    }

    private int[] naturalWidths() {
        return IntStream.range(0, columns.size())
                .map(column ->
                        Math.max(
                                length(columns.get(column).heading()),
                                rows.stream()
                                        .mapToInt(row -> length(row.get(column)))
                                        .max()
                                        .orElse(0)))
                .toArray();
    }

    /** Takes from the widest that may become narrower, again and again. */
    private void shrink(int[] widths, int total) {
        while (total(widths) > total) {
            int widest = -1;
            for (int i = 0; i < widths.length; i++) {
                if (widths[i] > columns.get(i).atLeast()
                        && (widest < 0 || widths[i] > widths[widest])) {
                    widest = i;
                }
            }
            if (widest < 0) {
                return;
            }
            widths[widest]--;
        }
    }

    private static int total(int[] widths) {
        return IntStream.of(widths).sum() + GAP.length() * (widths.length - 1);
    }

    private static void appendLine(StringBuilder text, int[] widths, List<String> cells) {
        var line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            String cell = OneLine.cut(cells.get(i), widths[i]);
            line.append(cell).append(" ".repeat(widths[i] - length(cell))).append(GAP);
        }
        text.append(line.toString().stripTrailing()).append('\n');
    }

    private String asBlocks(int width) {
        int headings =
                columns.stream().mapToInt(column -> length(column.heading())).max().orElse(0);
        var blocks = new ArrayList<String>();
        for (List<String> row : rows) {
            var block = new StringBuilder(OneLine.cut(row.getFirst(), width)).append('\n');
            for (int i = 1; i < row.size(); i++) {
                String heading = columns.get(i).heading();
                String line =
                        INDENT
                                + heading
                                + " ".repeat(headings - length(heading))
                                + GAP
                                + row.get(i);
                block.append(OneLine.cut(line, width).stripTrailing()).append('\n');
            }
            blocks.add(block.toString());
        }
        return String.join("\n", blocks);
    }

    private static int length(String text) {
        return text.codePointCount(0, text.length());
    }
}
