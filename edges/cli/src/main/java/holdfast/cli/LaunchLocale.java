package holdfast.cli;

import java.util.Arrays;
import java.util.Map;

/**
 * Java reads its arguments by the locale, and in the plain C locale loses every character beyond ASCII. The launcher therefore
 * gives Java a locale that loses none, and notes the caller's own in {@code HOLDFAST_LC_ALL}.
 */
final class LaunchLocale {
    private static final String CALLERS_LOCALE = "HOLDFAST_LC_ALL";
    private static final char LOST = '\uFFFD';

    private LaunchLocale() {}

    /** The command gets the locale that the caller has. */
    static void restore(Map<String, String> environment) {
        String callers = environment.remove(CALLERS_LOCALE);
        if (callers == null) {
            return;
        }
        if (callers.isEmpty()) {
            environment.remove("LC_ALL");
        } else {
            environment.put("LC_ALL", callers);
        }
    }

    /**
     * Whether characters of the arguments did not get through. Another lock than the one that was named, or another command, would
     * be worse than none.
     */
    static boolean hasLostCharacters(String... arguments) {
        return Arrays.stream(arguments).anyMatch(argument -> argument.indexOf(LOST) >= 0);
    }
}
