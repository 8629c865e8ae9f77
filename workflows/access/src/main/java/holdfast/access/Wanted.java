package holdfast.access;

import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What a credential has to say: the whole of a text, with {@code *} for any text in between. */
public final class Wanted {
    private final Pattern pattern;

    public Wanted(String text) {
        pattern =
                Pattern.compile(
                        Arrays.stream(text.split("\\*", -1))
                                .map(Pattern::quote)
                                .collect(Collectors.joining(".*")),
                        Pattern.DOTALL);
    }

    public boolean isMetBy(String said) {
        return pattern.matcher(said).matches();
    }
}
