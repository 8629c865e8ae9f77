package holdfast.cli;

import holdfast.engine.LockService;
import holdfast.model.ErrorCode;
import holdfast.model.Hold;
import holdfast.model.Refusal;
import java.util.List;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;

/**
 * Says why something was not done: to people always, on stderr; to a program that asked for JSON also as
 * {@code {"error": {...}}} in place of the answer.
 */
final class Complaints {
    private final Terminal terminal;
    private final boolean json;

    private Complaints(Terminal terminal, boolean json) {
        this.terminal = terminal;
        this.json = json;
    }

    static Complaints to(Terminal terminal) {
        return new Complaints(terminal, false);
    }

    static Complaints to(Terminal terminal, OutputOption output) {
        return new Complaints(terminal, output.isJson());
    }

    /** The same for a program that reads JSON. */
    Complaints andToPrograms() {
        return new Complaints(terminal, true);
    }

    /**
     * @param locks tells who is in a deadlock
     * @return the exit code
     */
    int refused(Refusal refusal, LockService locks) {
        return refusal instanceof Refusal.Deadlock deadlock
                ? refused(deadlock, Circle.orIds(deadlock.cycle(), locks))
                : refused(
                        refusal, RefusalText.of(refusal), fields -> writeBlockers(fields, refusal));
    }

    private int refused(Refusal.Deadlock deadlock, Circle circle) {
        return refused(deadlock, RefusalText.of(deadlock, circle), circle::write);
    }

    private int refused(Refusal refusal, String text, Consumer<JsonGenerator> details) {
        tell(text, refusal.code().name(), details);
        return ExitCode.of(refusal.code()).code();
    }

    /** @return the exit code */
    int failed(String message, ErrorCode code) {
        tell(message, code.name(), fields -> {});
        return ExitCode.of(code).code();
    }

    /**
     * A mistake in Holdfast, for which there is no code that anybody should handle.
     *
     * @return the exit code
     */
    int mistaken(String message) {
        tell(message, "INTERNAL", fields -> {});
        return ExitCode.INTERNAL.code();
    }

    private void tell(String message, String code, Consumer<JsonGenerator> details) {
        terminal.complain(message, code);
        print(message, code, details);
    }

    private void print(String message, String code, Consumer<JsonGenerator> details) {
        if (json) {
            Json.printObject(
                    terminal.out(),
                    fields -> {
                        fields.writeObjectPropertyStart("error");
                        fields.writeStringProperty("code", code);
                        fields.writeStringProperty("message", message);
                        details.accept(fields);
                        fields.writeEndObject();
                    });
        }
    }

    private static void writeBlockers(JsonGenerator fields, Refusal refusal) {
        switch (refusal) {
            case Refusal.Held held -> {
                fields.writeStringProperty("resource", held.resource().text());
                fields.writeNumberProperty("waiting", held.waiting());
                writeHolders(fields, held.holders());
            }
            case Refusal.TimedOut late -> {
                fields.writeStringProperty("resource", late.resource().text());
                writeHolders(fields, late.holders());
                if (late.freeze() != null) {
                    fields.writeObjectPropertyStart("freeze");
                    FreezeRows.write(fields, late.freeze());
                    fields.writeEndObject();
                }
            }
            default -> {}
        }
    }

    private static void writeHolders(JsonGenerator fields, List<Hold> holders) {
        Json.writeArray(fields, "holders", holders, LockJson::write);
    }
}
