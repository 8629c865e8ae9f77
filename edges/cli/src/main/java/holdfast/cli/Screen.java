package holdfast.cli;

import java.util.Map;
import java.util.OptionalInt;

/**
 * What the output looks like to who reads it.
 *
 * @param width empty if it goes to a file or another program
 */
record Screen(OptionalInt width, Colours colours) {
    static Screen of(Terminal terminal, Map<String, String> environment) {
        OptionalInt width = terminal.columns().get();
        return new Screen(width, new Colours(width.isPresent() && likesColours(environment)));
    }

    boolean isTerminal() {
        return width.isPresent();
    }

    static boolean likesColours(Map<String, String> environment) {
        return environment.getOrDefault("NO_COLOR", "").isEmpty()
                && !environment.getOrDefault("TERM", "").equals("dumb");
    }
}
