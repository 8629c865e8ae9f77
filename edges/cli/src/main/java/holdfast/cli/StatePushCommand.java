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
import java.util.Map;
import java.util.Optional;

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
    private final Argument<Boolean> force =
            Argument.flag(
                    "--force",
                    "Also a state of Terraform's that is older than the one there, or of another"
                            + " lineage. The history says so.");

    StatePushCommand(Context context) {
        this.context = context;
        this.states = new StatesOption(context);
    }

    @Override
    public Syntax syntax() {
        return Syntax.of("push", this)
                .description(
                        "Saves a state, as a new version. Takes its lock.",
                        "With --path only what lies below it is saved, beside what others save elsewhere.",
                        "What is no state of Terraform is refused under a name of Terraform's.")
                .footer(
                        "Examples:",
                        "  holdfast state push user-platform/production --file state.json",
                        "  holdfast state push shop/production --path user-service/api --file s.json",
                        "  holdfast state push terraform:network --file terraform.tfstate")
                .takes(state, file, path, base, force, states);
    }

    @Override
    public Integer call() {
        StateName name = state.state();
        byte[] body = body();
        Facts facts = facts(name, body);
        String resource = name.root().text() + (path.isGiven() ? "//" + path.given() : "");
        return new StateWork(context, states)
                .change(
                        name,
                        resource,
                        "state push",
                        (all, writer) -> save(all, new Pushed(name, body, facts), writer));
    }

    /** What the history should know, found out once nobody else writes. */
    private interface Facts {
        Map<String, String> of(States all);
    }

    private record Pushed(StateName name, byte[] body, Facts facts) {}

    private Facts facts(StateName name, byte[] body) {
        if (name.kind() != StateName.Kind.TERRAFORM) {
            return all -> Map.of();
        }
        var comes = TerraformState.of(body, file.or("standard input"));
        return all -> {
            Optional<String> alarm = comes.alarm(all, name);
            if (alarm.isPresent() && !force.isGiven()) {
                throw new InvalidRequestException(
                        "nothing was changed: "
                                + alarm.get()
                                + ". Say --force if '"
                                + name
                                + "' shall be that state all the same.");
            }
            alarm.ifPresent(text -> context.terminal().say("'" + name + "': " + text));
            return comes.factsWith(alarm);
        };
    }

    private SaveOutcome save(States all, Pushed pushed, Writer writer) {
        StateName name = pushed.name();
        if (all.stamp(name, writer) instanceof StampOutcome.Fenced fenced) {
            return new SaveOutcome.Fenced(fenced.by(), null);
        }
        SaveRequest.Base on =
                base.isGiven()
                        ? new SaveRequest.Base.Loaded(base.given())
                        : SaveRequest.Base.of(all.pointer(name).current());
        return all.save(
                name,
                SaveRequest.of(writer, on).during("push").with(pushed.facts().of(all)),
                pushed.body());
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
