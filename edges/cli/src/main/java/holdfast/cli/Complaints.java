package holdfast.cli;

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

    /** @return the exit code */
    int refused(Refusal refusal) {
        String text = RefusalText.of(refusal);
        terminal.complain(text, refusal.code());
        print(text, refusal.code(), fields -> writeBlockers(fields, refusal));
        return ExitCode.of(refusal.code()).code();
    }

    /** @return the exit code */
    int failed(String message, ErrorCode code) {
        terminal.complain("holdfast: " + message, code);
        print(message, code, fields -> {});
        return ExitCode.of(code).code();
    }

    private void print(String message, ErrorCode code, Consumer<JsonGenerator> details) {
        if (json) {
            Json.printObject(
                    terminal.out(),
                    fields -> {
                        fields.writeObjectPropertyStart("error");
                        fields.writeStringProperty("code", code.name());
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
            }
            default -> {}
        }
    }

    private static void writeHolders(JsonGenerator fields, List<Hold> holders) {
        Json.writeArray(fields, "holders", holders, LockJson::write);
    }
}
