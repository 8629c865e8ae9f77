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
    record Column(String heading, int atLeast, Kind kind) {
        private enum Kind {
            TEXT,
            STATE
        }

        static Column fixed(String heading) {
            return new Column(heading, Integer.MAX_VALUE, Kind.TEXT);
        }

        static Column shrinking(String heading, int atLeast) {
            return new Column(heading, atLeast, Kind.TEXT);
        }

        /** Words that have colours. */
        static Column state(String heading) {
            return new Column(heading, Integer.MAX_VALUE, Kind.STATE);
        }

        private String painted(String cell, Colours colours) {
            return kind == Kind.STATE ? colours.state(cell) : cell;
        }
    }

    Table(List<Column> columns, List<List<String>> rows) {
        this.columns = List.copyOf(columns);
        this.rows = List.copyOf(rows);
    }

    /** Whether it can be shown as a table; without a terminal everything can. */
    boolean fits(Screen screen) {
        int[] widths = naturalWidths();
        screen.width().ifPresent(width -> shrink(widths, width));
        return screen.width().isEmpty() || total(widths) <= screen.width().getAsInt();
    }

    /** Without a terminal nothing is cut. */
    String fitting(Screen screen) {
        OptionalInt width = screen.width();
        Colours colours = screen.colours();
        int[] widths = naturalWidths();
        if (width.isPresent()) {
            shrink(widths, width.getAsInt());
            if (total(widths) > width.getAsInt()) {
                return asBlocks(width.getAsInt(), colours);
            }
        }
        var text = new StringBuilder();
        var headings = columns.stream().map(Column::heading).toList();
        text.append(colours.heading(line(widths, headings, Colours.NONE))).append('\n');
        rows.forEach(row -> text.append(line(widths, row, colours)).append('\n'));
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

    private String line(int[] widths, List<String> cells, Colours colours) {
        var line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            String cell = OneLine.cut(cells.get(i), widths[i]);
            line.append(columns.get(i).painted(cell, colours))
                    .append(" ".repeat(widths[i] - length(cell)))
                    .append(GAP);
        }
        return line.toString().stripTrailing();
    }

    private String asBlocks(int width, Colours colours) {
        int headings =
                columns.stream().mapToInt(column -> length(column.heading())).max().orElse(0);
        var blocks = new ArrayList<String>();
        for (List<String> row : rows) {
            var block =
                    new StringBuilder(colours.heading(OneLine.cut(row.getFirst(), width)))
                            .append('\n');
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
