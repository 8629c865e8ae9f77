package holdfast.cli;

import holdfast.model.InvalidRequestException;
import java.util.Map;
import java.util.function.Supplier;

/** What all commands need from outside. */
record Context(
        Stores stores,
        Map<String, String> environment,
        Terminal terminal,
        Answers answers,
        Pauses pauses,
        Supplier<Servers> servers) {
    /** In this process: who sits at the terminal answers, and pauses take their time. */
    Context(Stores stores, Map<String, String> environment, Terminal terminal) {
        this(stores, environment, terminal, Answers.ofThisProcess(), Pauses.REAL);
    }

    Context(
            Stores stores,
            Map<String, String> environment,
            Terminal terminal,
            Answers answers,
            Pauses pauses) {
        this(
                stores,
                environment,
                terminal,
                answers,
                pauses,
                () -> {
                    throw new InvalidRequestException("this build has no server");
                });
    }

    Context with(Supplier<Servers> other) {
        return new Context(stores, environment, terminal, answers, pauses, other);
    }

    /** The terminal as it is now. */
    Screen screen() {
        return Screen.of(terminal, environment);
    }
}
