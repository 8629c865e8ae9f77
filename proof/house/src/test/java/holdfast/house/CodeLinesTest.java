package holdfast.house;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class CodeLinesTest {
    @Test
    void commentsAndBlankLinesAreNoCode() {
        // Given
        String text = "/* a\n b */\n\n// c\nint x; // d\n/** e */ int y;\n";

        // When
        var lines = CodeLines.of(text);

        // Then
        assertThat(lines.stream()).containsExactly(5, 6);
    }

    @Test
    void commentMarksInTextsAreCode() {
        // Given
        String text = "a(\"/*\");\nb('\"', \"\\\"//\");\nc(\"\"\"\n // d\n \"\"\");\ne(\"*/\");";

        // When
        var lines = CodeLines.of(text);

        // Then
        assertThat(lines.stream()).containsExactly(1, 2, 3, 4, 5, 6);
    }
}
