package holdfast.cli;

import java.util.Map;

/** What all commands need from outside. */
record Context(
        Stores stores,
        Map<String, String> environment,
        Terminal terminal,
        Answers answers,
        Pauses pauses) {
    /** In this process: who sits at the terminal answers, and pauses take their time. */
    Context(Stores stores, Map<String, String> environment, Terminal terminal) {
        this(stores, environment, terminal, Answers.ofThisProcess(), Pauses.REAL);
    }

    /** The terminal as it is now. */
    Screen screen() {
        return Screen.of(terminal, environment);
    }
}
