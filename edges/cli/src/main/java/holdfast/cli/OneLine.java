package holdfast.cli;

/** Free texts where there is room for one line only. */
final class OneLine {
    private OneLine() {}

    static String of(String text) {
        return text.strip().replaceAll("\\s+", " ");
    }

    /** At most so many characters, the last one an ellipsis if something was cut off. */
    static String cut(String text, int length) {
        int characters = text.codePointCount(0, text.length());
        return characters <= length
                ? text
                : text.substring(0, text.offsetByCodePoints(0, Math.max(0, length - 1))) + "…";
    }
}
