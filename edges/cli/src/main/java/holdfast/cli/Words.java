package holdfast.cli;

import java.util.regex.Pattern;

/** Words of a command line that people can copy into their shell. */
final class Words {
    private static final Pattern PLAIN =
            Pattern.compile("[\\w@%+=:,./-]+", Pattern.UNICODE_CHARACTER_CLASS);

    private Words() {}

    static String quoted(String word) {
        return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
