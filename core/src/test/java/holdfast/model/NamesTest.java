package holdfast.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class NamesTest {
    private static final int LENGTH_MAX = 10;

    @Test
    void anEmptyNameIsRefused() {
        refused("").withMessage("thing is empty");
    }

    @Test
    void aNameMayBeAsLongAsItsLimitAndNoLonger() {
        assertThat(checked("0123456789")).isEqualTo("0123456789");
        refused("0123456789a").withMessage("thing has 11 characters, the limit is 10");
    }

    /** Each of them is one of the characters that become two or three when they are composed. */
    @ParameterizedTest
    @ValueSource(strings = {"\u0958", "\uFB2C", "\uFB1D"})
    void aNameThatIsAcceptedIsAcceptedAgainWhenItIsReadBack(String growing) {
        // Given
        String longest = growing;
        while (isAccepted(longest + growing)) {
            longest += growing;
        }

        // When
        String stored = checked(longest);

        // Then
        assertThat(checked(stored)).isEqualTo(stored).hasSizeLessThanOrEqualTo(LENGTH_MAX);
    }

    @Test
    void aDecomposedNameIsMeasuredByWhatIsStored() {
        String decomposed = "e\u0301".repeat(LENGTH_MAX);

        assertThat(checked(decomposed)).isEqualTo("é".repeat(LENGTH_MAX));
    }

    static Stream<Integer> invisible() {
        return Stream.of(
                0x0000, // null
                0x0009, // tab
                0x000A, // line feed
                0x001B, // escape: begins a terminal's control sequence
                0x007F, // delete
                0x0085, // next line
                0x00AD, // soft hyphen
                0x0378, // unassigned
                0x034F, // combining grapheme joiner
                0x061C, // Arabic letter mark
                0x115F, // Hangul filler
                0x200B, // zero-width space
                0x200D, // zero-width joiner
                0x200E, // left-to-right mark
                0x202E, // right-to-left override
                0x2028, // line separator
                0x2029, // paragraph separator
                0x2066, // left-to-right isolate
                0x2800, // blank Braille pattern
                0x3164, // Hangul filler
                0xE000, // private use
                0xFEFF, // byte order mark
                0xFFA0, // half-width Hangul filler
                0xFFFF, // no character
                0xE0001, // language tag
                0x10FFFD); // private use
    }

    @ParameterizedTest
    @MethodSource("invisible")
    void aNameWithACharacterThatCannotBeShownIsRefused(int codePoint) {
        refused("a" + Character.toString(codePoint) + "b")
                .withMessage(
                        String.format(
                                "thing contains the character U+%04X, which cannot be shown",
                                codePoint));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\uD83D", "\uDE80", "a\uD83D", "\uDE80a", "\uDE80\uD83D"})
    void halfACharacterIsRefused(String half) {
        refused(half).withMessageContaining("which cannot be shown");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a b", "größe", "日本語", "🚀", "a_b.c-d", "50%", "a:b#c", "~!@$^&*()"})
    void whatCanBeShownIsKeptAsItIs(String name) {
        assertThat(checked(name)).isEqualTo(name);
    }

    @ParameterizedTest
    @ValueSource(strings = {" a", "a ", "\u00A0a", "a\u3000", " "})
    void aSpaceAtAnEndIsRefused(String name) {
        refused(name).withMessageContaining("begins or ends with a space");
    }

    @Test
    void twoSpellingsOfOneTextAreOneName() {
        assertThat(new RequestId("gro\u0308ße")).isEqualTo(new RequestId("gr\u00F6ße"));
    }

    @Test
    void theOrderIsThatOfUtf8Bytes() {
        String[] letters = {"a", "b", "/", "é", "\uD7FF", "\uE000", "\uFFFD", "🚀", "\uD800\uDC00"};
        var random = new Random(20);
        for (int i = 0; i < 10_000; i++) {
            String one = someOf(letters, random);
            String other = someOf(letters, random);

            assertThat(Integer.signum(Names.compare(one, other)))
                    .as("%s and %s", one, other)
                    .isEqualTo(Integer.signum(Arrays.compareUnsigned(utf8(one), utf8(other))));
        }
    }

    @Test
    void whatAnErrorRepeatsIsCutAndWithoutOddCharacters() {
        assertThat(Names.shown("a\u001B[31m")).isEqualTo("'a\uFFFD[31m'");
        assertThat(Names.shown("x".repeat(1_000_000))).isEqualTo("'" + "x".repeat(80) + "…'");
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String someOf(String[] letters, Random random) {
        var text = new StringBuilder();
        for (int i = random.nextInt(4); i > 0; i--) {
            text.append(letters[random.nextInt(letters.length)]);
        }
        return text.toString();
    }

    private static String checked(String text) {
        return Names.checked("thing", text, LENGTH_MAX);
    }

    private static boolean isAccepted(String text) {
        try {
            return !checked(text).isEmpty();
        } catch (InvalidRequestException e) {
            return false;
        }
    }

    private static org.assertj.core.api.ThrowableAssertAlternative<InvalidRequestException> refused(
            String text) {
        return assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(() -> checked(text));
    }
}
