package holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TableTest {
    private final Table table =
            new Table(
                    List.of(
                            Table.Column.shrinking("NAME", 6),
                            Table.Column.fixed("NUMBER"),
                            Table.Column.shrinking("WHY", 8)),
                    List.of(
                            List.of("short", "1", "no particular reason"),
                            List.of("a rather long name", "1234567890", "")));

    @Test
    void cutsNothingWhereThereIsNoTerminal() {
        assertThat(table.fitting(new Screen(OptionalInt.empty(), Colours.NONE)))
                .isEqualTo(
                        """
                        NAME                NUMBER      WHY
                        short               1           no particular reason
                        a rather long name  1234567890
                        """);
    }

    @Test
    void cutsTheWidestCellsFirst() {
        assertThat(table.fitting(new Screen(OptionalInt.of(40), Colours.NONE)))
                .isEqualTo(
                        """
                        NAME           NUMBER      WHY
                        short          1           no particula…
                        a rather lon…  1234567890
                        """);
    }

    @Test
    void becomesBlocksWhereNoTableFits() {
        assertThat(table.fitting(new Screen(OptionalInt.of(20), Colours.NONE)))
                .isEqualTo(
                        """
                        short
                          NUMBER  1
                          WHY     no partic…

                        a rather long name
                          NUMBER  1234567890
                          WHY
                        """);
    }

    @ParameterizedTest
    @ValueSource(ints = {10, 20, 28, 29, 40, 51, 52, 53, 200})
    void neverIsWiderThanTheTerminal(int width) {
        assertThat(table.fitting(new Screen(OptionalInt.of(width), Colours.NONE)).lines())
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(width));
    }

    @Test
    void coloursChangeNeitherWidthsNorWords() {
        var table =
                new Table(
                        List.of(Table.Column.state("STATE"), Table.Column.fixed("WHO")),
                        List.of(List.of("stale", "alice"), List.of("acquired", "bob")));
        String plain = table.fitting(new Screen(OptionalInt.of(40), Colours.NONE));
        String painted = table.fitting(new Screen(OptionalInt.of(40), new Colours(true)));

        assertThat(painted).contains("\u001b[33mstale\u001b[0m    ").isNotEqualTo(plain);
        assertThat(painted.replaceAll("\u001b\\[\\d+m", "")).isEqualTo(plain);
    }
}
