package holdfast.cli;

import java.nio.file.Path;
import java.util.Map;

/** Where the token is to be had by which servers know the caller. */
public sealed interface TokenSource {
    /** There is none. */
    record Nowhere() implements TokenSource {}

    record Given(String token) implements TokenSource {
        @Override
        public String toString() {
            return "a token that was given";
        }
    }

    /** It is read each time, since it may be replaced meanwhile. */
    record InFile(Path file) implements TokenSource {}

    /** A command of the shell prints it. */
    record ByCommand(String command) implements TokenSource {
        @Override
        public String toString() {
            return "a command that prints a token";
        }
    }

    /**
     * GitHub gives it to the job that this is.
     *
     * @param environment which says where
     * @param audience whom the token is for
     */
    record OfGitHubActions(Map<String, String> environment, String audience)
            implements TokenSource {
        public OfGitHubActions {
            environment = Map.copyOf(environment);
        }

        @Override
        public String toString() {
            return "GitHub's tokens for " + audience;
        }
    }
}
