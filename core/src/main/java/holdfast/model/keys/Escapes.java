package holdfast.model.keys;

import holdfast.model.Root;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.HexFormat;

/**
 * Writes foreign texts with what a root may contain: {@code %} and two upper-case hex digits stand for a byte of UTF-8. A text
 * without odd characters stays as it is, and no two texts become the same, unless Unicode holds them for the same.
 */
final class Escapes {
    private static final HexFormat HEX = HexFormat.of().withUpperCase();
    private static final int SHOWN_LENGTH_MAX = 80;

    private Escapes() {}

    /** Says which characters, by their place, are escaped although a root may contain them. */
    private interface Also {
        boolean escapes(String text, int at);
    }

    /** The text as a single segment. */
    static String segment(String text) {
        return without('/', text);
    }

    /** The text without a character that separates it from others. */
    static String without(char separator, String text) {
        return escaped(text, (all, at) -> all.charAt(at) == separator);
    }

    /** The text as segments: its slashes stay, except those that would leave a segment empty. */
    static String segments(String text) {
        return escaped(
                text,
                (all, at) ->
                        all.charAt(at) == '/'
                                && (at == 0
                                        || at == all.length() - 1
                                        || all.charAt(at - 1) == '/'));
    }

    /** The text with its first character escaped, so that it begins like nothing else. */
    static String disguised(String text) {
        return escape(text.charAt(0)) + text.substring(1);
    }

    /** The one form of texts that Unicode holds for the same, as everywhere in names. */
    static String composed(String text) {
        return Normalizer.normalize(text, Normalizer.Form.NFC);
    }

    private static String escaped(String raw, Also also) {
        String text = composed(raw);
        var out = new StringBuilder(text.length());
        boolean afterEscape = false;
        int codePoint;
        for (int i = 0; i < text.length(); i += Character.charCount(codePoint)) {
            codePoint = text.codePointAt(i);
            afterEscape =
                    isNotForRoots(codePoint)
                            || isSpaceAtAnEnd(text, i)
                            || beginsEscape(text, i)
                            || also.escapes(text, i)
                            // Or it would melt with the last hex digit before it.
                            || (afterEscape && isMark(codePoint));
            out.append(afterEscape ? escape(codePoint) : Character.toString(codePoint));
        }
        return out.toString();
    }

    /**
     * Half characters and those without a meaning yet are not escaped, so that the root refuses them: the first are no text, and
     * about the second two versions of Java disagree and would make two locks of one key.
     */
    private static boolean isNotForRoots(int codePoint) {
        int type = Character.getType(codePoint);
        return !Root.mayContain(codePoint)
                && type != Character.SURROGATE
                && type != Character.UNASSIGNED;
    }

    private static boolean isSpaceAtAnEnd(String text, int at) {
        return (at == 0 || at == text.length() - 1)
                && (Character.isWhitespace(text.charAt(at))
                        || Character.isSpaceChar(text.charAt(at)));
    }

    private static boolean isMark(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.NON_SPACING_MARK,
                    Character.COMBINING_SPACING_MARK,
                    Character.ENCLOSING_MARK ->
                    true;
            default -> false;
        };
    }

    /** A percent sign alone stays as it is; only one that could be read as an escape must become one. */
    private static boolean beginsEscape(String text, int at) {
        return text.charAt(at) == '%'
                && at + 2 < text.length()
                && isHexDigit(text.charAt(at + 1))
                && isHexDigit(text.charAt(at + 2));
    }

    private static boolean isHexDigit(char c) {
        return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'F');
    }

    private static String escape(int codePoint) {
        byte[] bytes = Character.toString(codePoint).getBytes(StandardCharsets.UTF_8);
        return HEX.withPrefix("%").formatHex(bytes);
    }

    /** What was escaped. Gives some text for any text; who needs certainty escapes it again and compares. */
    static String decoded(String text) {
        var bytes = new ByteArrayOutputStream(text.length());
        int i = 0;
        while (i < text.length()) {
            if (beginsEscape(text, i)) {
                bytes.write(HexFormat.fromHexDigits(text, i + 1, i + 3));
                i += 3;
            } else {
                String character = Character.toString(text.codePointAt(i));
                bytes.writeBytes(character.getBytes(StandardCharsets.UTF_8));
                i += character.length();
            }
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    /** The text as an error message may repeat it. */
    static String shown(String text) {
        String shown = escaped(text, (all, at) -> false);
        return shown.length() <= SHOWN_LENGTH_MAX
                ? "'" + shown + "'"
                : "'" + shown.substring(0, SHOWN_LENGTH_MAX) + "…'";
    }
}
