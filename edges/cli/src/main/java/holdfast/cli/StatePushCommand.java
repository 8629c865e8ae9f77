package holdfast.cli;

import holdfast.model.InvalidRequestException;
import holdfast.state.SaveOutcome;
import holdfast.state.SaveRequest;
import holdfast.state.StampOutcome;
import holdfast.state.StateName;
import holdfast.state.States;
import holdfast.state.Writer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

final class StatePushCommand implements Command {
    private final Context context;
    private final StatesOption states;
    private final StateArgument state = new StateArgument();
    private final Argument<String> file =
            Argument.option("--file", "FILE", "Default: standard input.");
    private final Argument<String> path =
            Argument.option(
                    "--path",
                    "PATH",
                    "Save the resources at and below it, under a lock on it alone.");
    private final Argument<String> base =
            Argument.option(
                    "--base",
                    "VERSION",
                    "Save only if this is still the current version, or with --path what it was built on.");

    StatePushCommand(Context context) {
        this.context = context;
        this.states = new StatesOption(context);
    }

    @Override
    public Syntax syntax() {
        return Syntax.of("push", this)
                .description(
                        "Saves a state, as a new version. Takes its lock.",
                        "With --path only what lies below it is saved, beside what others save elsewhere.")
                .footer(
                        "Examples:",
                        "  holdfast state push user-platform/production --file state.json",
                        "  holdfast state push shop/production --path user-service/api --file s.json")
                .takes(state, file, path, base, states);
    }

    @Override
    public Integer call() {
        StateName name = state.state();
        byte[] body = body();
        String resource = name.root().text() + (path.isGiven() ? "//" + path.given() : "");
        return new StateWork(context, states)
                .change(
                        name,
                        resource,
                        "state push",
                        (all, writer) -> save(all, name, writer, body));
    }

    private SaveOutcome save(States all, StateName name, Writer writer, byte[] body) {
        if (all.stamp(name, writer) instanceof StampOutcome.Fenced fenced) {
            return new SaveOutcome.Fenced(fenced.by(), null);
        }
        SaveRequest.Base on =
                base.isGiven()
                        ? new SaveRequest.Base.Loaded(base.given())
                        : SaveRequest.Base.of(all.pointer(name).current());
        return all.save(name, SaveRequest.of(writer, on).during("push"), body);
    }

    private byte[] body() {
        try {
            return file.isGiven()
                    ? Files.readAllBytes(Path.of(file.given()))
                    : System.in.readAllBytes();
        } catch (IOException e) {
            throw new InvalidRequestException("the state cannot be read: " + e);
        }
    }
}
