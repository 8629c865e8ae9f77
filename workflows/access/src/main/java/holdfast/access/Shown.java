package holdfast.access;

/** Names as owners may have them. */
public final class Shown {
    private Shown() {}

    /** What an owner's name may not contain becomes a dash. */
    public static String of(String text) {
        String shown = text.replaceAll("[\\p{C}\\p{Z}&&[^ ]]", "-").strip();
        return shown.isEmpty() ? "-" : shown;
    }

    /** No longer than that. */
    public static String of(String text, int lengthMax) {
        String shown = of(text);
        return shown.length() <= lengthMax ? shown : shown.substring(0, lengthMax).strip();
    }
}
