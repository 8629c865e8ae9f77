package holdfast.json;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Takes secrets out of texts that people or other systems will read. It errs on the side of hiding. */
public final class Secrets {
    public static final String HIDDEN = "(hidden)";

    /** Names of fields whose values are nobody's business. */
    private static final Pattern TELLING_NAME =
            Pattern.compile(
                    "(^|[^a-z])(pass(word|wd|phrase)?|pwd|secrets?|tokens?|credentials?|authorization|cookies?"
                            + "|(api|access|private|signing|secret|encryption)[._-]?keys?)([^a-z]|$)",
                    Pattern.CASE_INSENSITIVE);

    /** Values that are secrets under any name: our own tokens, bearer tokens, keys of well-known services, passwords in addresses. */
    private static final Pattern TELLING_VALUE =
            Pattern.compile(
                    "hf_[0-9a-f]{16}_[A-Za-z0-9_-]{20,}"
                            + "|eyJ[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]*"
                            + "|(?i:bearer|basic)\\s+[A-Za-z0-9+/=._~-]{12,}"
                            + "|gh[oprsu]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{20,}|glpat-[A-Za-z0-9_-]{15,}"
                            + "|xox[abprs]-[A-Za-z0-9-]{10,}|A(KIA|SIA)[A-Z0-9]{16}"
                            + "|-----BEGIN [A-Z ]*PRIVATE KEY-----[\\s\\S]*"
                            + "|(?<=://)[^/\\s:@]*:[^/\\s@]+(?=@)");

    /** One of these is in every name that matches above, in small letters. */
    private static final String[] IN_NAMES = {
        "pass", "pwd", "secret", "token", "credential", "authorization", "cookie", "key"
    };

    /** One of these, or a space, is in every value that matches above: most have none, and to look for these is quicker. */
    private static final String[] IN_VALUES = {
        "hf_", "eyJ", "gh", "github_pat_", "glpat-", "xox", "KIA", "SIA", "-----BEGIN ", "://"
    };

    private static final Pattern SPACE = Pattern.compile("\\s");
    private static final Pattern HUMP = Pattern.compile("(?<=[a-z0-9])(?=[A-Z])");

    private Secrets() {}

    /** The text without what is known to be secret in it. */
    public static String hiddenIn(String text) {
        return hasOne(text, IN_VALUES) || SPACE.matcher(text).find()
                ? TELLING_VALUE.matcher(text).replaceAll(HIDDEN)
                : text;
    }

    /** The value of a field as it may be shown. */
    public static String hidden(String name, String value) {
        return isTelling(name) ? HIDDEN : hiddenIn(value);
    }

    private static boolean isTelling(String name) {
        return hasOne(name.toLowerCase(Locale.ROOT), IN_NAMES)
                && TELLING_NAME.matcher(spaced(name)).find();
    }

    private static boolean hasOne(String text, String[] words) {
        for (String word : words) {
            if (text.contains(word)) {
                return true;
            }
        }
        return false;
    }

    public static Map<String, String> hidden(Map<String, String> fields) {
        var shown = new TreeMap<String, String>();
        fields.forEach((name, value) -> shown.put(name, hidden(name, value)));
        return shown;
    }

    /** So that {@code dbPassword} has the word password in it. */
    private static String spaced(String name) {
        return HUMP.matcher(name).replaceAll("-");
    }
}
