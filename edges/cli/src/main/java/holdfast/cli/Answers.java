package holdfast.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import org.jspecify.annotations.Nullable;

/** Reads what people answer to questions. */
@FunctionalInterface
interface Answers {
    /** The next line; null if there is nobody to answer. */
    @Nullable String next();

    static Answers ofThisProcess() {
        return () -> {
            try {
                // Opened at the first question only: the input may be meant for somebody else.
                return new BufferedReader(
                                new InputStreamReader(System.in, Charset.defaultCharset()))
                        .readLine();
            } catch (IOException e) {
                return null;
            }
        };
    }
}
