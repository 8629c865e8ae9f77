package holdfast.model;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/** What free texts and small maps of texts must satisfy to be stored and shown. */
final class Texts {
    private static final int KEY_LENGTH_MAX = 100;

    private Texts() {}

    /** A text that may be empty and may have several lines, but no other control characters. */
    static String checked(String what, String text, int lengthMax) {
        if (text.length() > lengthMax) {
            throw new InvalidRequestException(
                    what + " has " + text.length() + " characters, the limit is " + lengthMax);
        }
        if (!Names.isPlain(text)) {
            checkCharacters(what, text);
        }
        return text;
    }

    /** As most are: then nobody need know what it is. */
    private static boolean isFine(String text, int lengthMax) {
        return text.length() <= lengthMax && Names.isPlain(text);
    }

    private static void checkCharacters(String what, String text) {
        text.codePoints()
                .filter(codePoint -> !isAllowed(codePoint))
                .findFirst()
                .ifPresent(codePoint -> {
                    throw new InvalidRequestException(
                            String.format(
                                    "%s contains the character U+%04X, which cannot be shown",
                                    what, codePoint));
                });
    }

    static Map<String, String> checked(
            String what, Map<String, String> texts, int entriesMax, int lengthMax) {
        if (texts.isEmpty()) {
            return Map.of();
        }
        if (texts.size() > entriesMax) {
            throw new InvalidRequestException(
                    what + " have " + texts.size() + " entries, the limit is " + entriesMax);
        }
        var sorted = new TreeMap<String, String>();
        texts.forEach((key, text) -> {
            String name = Names.checked("a key of " + what, key, KEY_LENGTH_MAX);
            String entry =
                    isFine(text, lengthMax)
                            ? text
                            : checked(what + " entry '" + name + "'", text, lengthMax);
            if (sorted.put(name, entry) != null) {
                throw new InvalidRequestException(
                        what + " have the key '" + name + "' twice, in two spellings");
            }
        });
        return Collections.unmodifiableMap(sorted);
    }

    private static boolean isAllowed(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL -> codePoint == '\n' || codePoint == '\t';
            case Character.SURROGATE -> false;
            default -> true;
        };
    }
}
