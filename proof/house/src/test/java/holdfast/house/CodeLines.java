package holdfast.house;

import java.util.BitSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the lines of a Java text that hold code: not blank and not only a comment. */
final class CodeLines {
    /** What may contain comment marks without being a comment, and comments. The first match counts. */
    private static final Pattern TOKEN =
            Pattern.compile(
                    """
                    "{3}(?:\\\\.|[^\\\\])*?"{3}\
                    |"(?:\\\\.|[^"\\\\\\n])*"\
                    |'(?:\\\\.|[^'\\\\\\n])*'\
                    |(?<comment>//[^\\n]*|/\\*.*?\\*/)\
                    """,
                    Pattern.DOTALL);

    private CodeLines() {}

    /** The numbers of the lines with code, counted from 1. */
    static BitSet of(String text) {
        String code = TOKEN.matcher(text).replaceAll(CodeLines::withoutComment);
        var lines = new BitSet();
        int number = 0;
        for (String line : code.split("\n", -1)) {
            number++;
            if (!line.isBlank()) {
                lines.set(number);
            }
        }
        return lines;
    }

    private static String withoutComment(MatchResult match) {
        String token = match.group();
        return match.group("comment") == null
                ? Matcher.quoteReplacement(token)
                : "\n".repeat((int) token.chars().filter(c -> c == '\n').count());
    }
}
