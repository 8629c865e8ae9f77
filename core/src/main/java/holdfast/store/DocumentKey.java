package holdfast.store;

import holdfast.model.InvalidRequestException;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Names a document: segments of letters, digits and {@code . _ - = @ + ~ %}, joined by {@code /}, so that it can be a file name or
 * an S3 key unchanged.
 */
public record DocumentKey(String text) {
    public static final int LENGTH_MAX = 700;
    private static final Pattern SEGMENT = Pattern.compile("[A-Za-z0-9._=@+~%-]+");
    private static final List<String> NOT_A_NAME = List.of(".", "..");

    public DocumentKey {
        if (text.length() > LENGTH_MAX) {
            throw new InvalidRequestException(
                    "document key has "
                            + text.length()
                            + " characters, the limit is "
                            + LENGTH_MAX);
        }
        for (String segment : Arrays.asList(text.split("/", -1))) {
            if (!SEGMENT.matcher(segment).matches() || NOT_A_NAME.contains(segment)) {
                throw new InvalidRequestException(
                        "document key '"
                                + text
                                + "' has the segment '"
                                + segment
                                + "': use letters, digits and . _ - = @ + ~ %");
            }
        }
    }

    @Override
    public String toString() {
        return text;
    }
}
