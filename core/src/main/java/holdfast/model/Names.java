package holdfast.model;

import java.text.Normalizer;

/**
 * What every text that names something must satisfy, so that two names which look alike are one name and every store,
 * log and terminal shows a name as it is.
 */
final class Names {
    private static final int SHOWN_LENGTH_MAX = 80;

    private Names() {}

    /** The text in Unicode's composed form, or an error that says what is wrong with it. */
    static String checked(String what, String text, int lengthMax) {
        boolean plain = isPlain(text);
        // Composed first: a few characters grow by it, and a name that is stored must be accepted
        // when it is read back.
        String name = plain ? text : Normalizer.normalize(text, Normalizer.Form.NFC);
        if (name.isEmpty()) {
            throw new InvalidRequestException(what + " is empty");
        }
        if (name.length() > lengthMax) {
            throw new InvalidRequestException(
                    what + " has " + name.length() + " characters, the limit is " + lengthMax);
        }
        if (!plain) {
            checkCharacters(what, name);
        }
        if (isSpace(name.codePointAt(0)) || isSpace(name.codePointBefore(name.length()))) {
            throw new InvalidRequestException(
                    what + " begins or ends with a space: '" + name + "'");
        }
        return name;
    }

    /** Whether it has nothing but the characters of ASCII that can be shown, as nearly every name: they are composed, and few checks do. */
    static boolean isPlain(String text) {
        for (int i = 0; i < text.length(); i++) {
            char unit = text.charAt(i);
            if (unit < ' ' || unit > '~') {
                return false;
            }
        }
        return true;
    }

    private static void checkCharacters(String what, String name) {
        int codePoint;
        for (int i = 0; i < name.length(); i += Character.charCount(codePoint)) {
            codePoint = name.codePointAt(i);
            if (!isShowable(codePoint)) {
                throw new InvalidRequestException(
                        String.format(
                                "%s contains the character U+%04X, which cannot be shown",
                                what, codePoint));
            }
        }
    }

    /** Whether every character shows as itself, so that the text may go to a terminal or a log as it is. */
    static boolean isShowable(String text) {
        return text.codePoints().allMatch(Names::isShowable);
    }

    static boolean isShowable(int codePoint) {
        if (codePoint < 0x7F) {
            return codePoint >= ' ';
        }
        return switch (Character.getType(codePoint)) {
            // Invisible or without a meaning of their own: two names that look the same would be
            // two locks.
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR ->
                    false;
            default -> !isBlankGlyph(codePoint);
        };
    }

    /** Letters, marks and symbols by their category, yet nothing is to be seen of them. */
    private static boolean isBlankGlyph(int codePoint) {
        return switch (codePoint) {
            case 0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0 -> true;
            default -> false;
        };
    }

    private static boolean isSpace(int codePoint) {
        return Character.isWhitespace(codePoint) || Character.isSpaceChar(codePoint);
    }

    /** A text that has not been checked, as an error message may repeat it: without odd characters, and not all of a long one. */
    static String shown(String text) {
        var shown = new StringBuilder("'");
        text.codePoints()
                .limit(SHOWN_LENGTH_MAX)
                .forEach(codePoint ->
                        shown.appendCodePoint(isShowable(codePoint) ? codePoint : 0xFFFD));
        return shown.append(text.codePointCount(0, text.length()) > SHOWN_LENGTH_MAX ? "…'" : "'")
                .toString();
    }

    /** The order of code points, which is that of UTF-8 bytes and so the order of every store. Java's own differs above U+D800. */
    static int compare(String one, String other) {
        int common = Math.min(one.length(), other.length());
        for (int i = 0; i < common; i++) {
            if (one.charAt(i) != other.charAt(i)) {
                return Integer.compare(rank(one.charAt(i)), rank(other.charAt(i)));
            }
        }
        return Integer.compare(one.length(), other.length());
    }

    /** Surrogates stand for code points above all others. */
    private static int rank(char unit) {
        return Character.isSurrogate(unit) ? unit + 0x10000 : unit;
    }
}
