package holdfast.model;

import java.text.Normalizer;

/**
 * What every text that names something must satisfy, so that two names which look alike are one name and every store,
 * log and terminal shows a name as it is.
 */
final class Names {
    private Names() {}

    /** The text in Unicode's composed form, or an error that says what is wrong with it. */
    static String checked(String what, String text, int lengthMax) {
        if (text.isEmpty()) {
            throw new InvalidRequestException(what + " is empty");
        }
        if (text.length() > lengthMax) {
            throw new InvalidRequestException(
                    what + " has " + text.length() + " characters, the limit is " + lengthMax);
        }
        text.codePoints().forEach(codePoint -> checkCharacter(what, codePoint));
        if (isSpace(text.codePointAt(0)) || isSpace(text.codePointBefore(text.length()))) {
            throw new InvalidRequestException(what + " begins or ends with a space: '" + text + "'");
        }
        return Normalizer.normalize(text, Normalizer.Form.NFC);
    }

    private static void checkCharacter(String what, int codePoint) {
        switch (Character.getType(codePoint)) {
            // Invisible or without a meaning of their own: two names that look the same would be two locks.
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR ->
                    throw new InvalidRequestException(
                            String.format("%s contains the character U+%04X, which cannot be shown", what, codePoint));
            default -> {}
        }
    }

    private static boolean isSpace(int codePoint) {
        return Character.isWhitespace(codePoint) || Character.isSpaceChar(codePoint);
    }
}
