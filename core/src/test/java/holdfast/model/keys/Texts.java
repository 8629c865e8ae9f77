package holdfast.model.keys;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Texts that are likely to be mixed up with each other. */
final class Texts {
    /** Everything that has a meaning in some key, an escape, or Unicode. */
    private static final List<String> PIECES =
            List.of(
                    "a",
                    "b",
                    "A",
                    "2F",
                    "%",
                    "%2F",
                    "%25",
                    "%2f",
                    "%5F",
                    "/",
                    "//",
                    ":",
                    "-",
                    "_",
                    "#",
                    " ",
                    ".",
                    "service:",
                    "status:lock:",
                    "stack:",
                    ":env:",
                    "LOCK#DB#",
                    "atlantis:",
                    "_service/",
                    "_db",
                    "_atlantis/global",
                    "é",
                    "e\u0301",
                    "\u030A", // a ring that would melt with the A of an escape
                    "\u0000",
                    "\n",
                    "\u200B",
                    "\u202E",
                    "\uE000",
                    "\u3164",
                    "\u3000",
                    "🚀");

    private Texts() {}

    /** Some texts, each not empty. */
    static List<String> random(long seed, int count) {
        var random = new Random(seed);
        List<String> texts = new ArrayList<>();
        while (texts.size() < count) {
            var text = new StringBuilder();
            for (int i = 1 + random.nextInt(6); i > 0; i--) {
                text.append(PIECES.get(random.nextInt(PIECES.size())));
            }
            texts.add(text.toString());
        }
        return texts;
    }

    /** All texts of up to so many letters. */
    static List<String> all(List<String> letters, int lengthMax) {
        List<String> texts = new ArrayList<>();
        List<String> longest = List.of("");
        for (int i = 0; i < lengthMax; i++) {
            List<String> longer = new ArrayList<>();
            for (String text : longest) {
                letters.forEach(letter -> longer.add(text + letter));
            }
            texts.addAll(longer);
            longest = longer;
        }
        return texts;
    }

    static String composed(String text) {
        return Normalizer.normalize(text, Normalizer.Form.NFC);
    }
}
