package holdfast.state;

import holdfast.model.Owner;

/** Makes texts of clients such that every store and terminal can show them. */
public final class Words {
    private static final int LENGTH_MAX = 900;

    private Words() {}

    /** For metadata. */
    public static String fit(String text) {
        return cut(cleaned(text), LENGTH_MAX);
    }

    /** For the name of an owner. */
    public static String name(String text, String otherwise) {
        String name = cut(cleaned(text), Owner.NAME_LENGTH_MAX).strip();
        return name.isEmpty() ? otherwise : name;
    }

    private static String cleaned(String text) {
        var out = new StringBuilder();
        text.codePoints().forEach(c -> out.appendCodePoint(isShowable(c) ? c : '?'));
        return out.toString();
    }

    private static boolean isShowable(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR ->
                    false;
            default -> true;
        };
    }

    private static String cut(String text, int length) {
        if (text.length() <= length) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(length - 1)) ? length - 1 : length;
        return text.substring(0, end);
    }
}
