package holdfast.cli;

import holdfast.model.InvalidRequestException;
import holdfast.model.Resource;
import holdfast.model.SubPath;
import holdfast.state.StateChange;
import holdfast.state.StateName;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

final class StatePushCommand implements Command {
    private final Context context;
    private final StatesOption states;
    private final StateArgument state = new StateArgument();
    private final WaitOption wait = new WaitOption();
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
                            + " lineage, which the history says; or a stack's that was not made of"
                            + " the one there.");

    StatePushCommand(Context context) {
        this.context = context;
        this.states = new StatesOption(context);
    }

    @Override
    public Syntax syntax() {
        return Syntax.of("push", this)
                .description(
                        "Saves a state, as a new version.",
                        "Takes its lock; inside a run whose lock covers it, that is the lock, and who",
                        "lost it saves nothing.",
                        "With --path only what lies below it is saved, beside what others save elsewhere.",
                        "What was pulled, and is not what is there any more, is refused.",
                        "What is no state of Terraform is refused under a name of Terraform's.")
                .footer(
                        "Examples:",
                        "  holdfast state push user-platform/production --file state.json",
                        "  holdfast state push shop/production --path user-service/api --file s.json",
                        "  holdfast state push terraform:network --file terraform.tfstate")
                .takes(state, file, path, base, force, wait, states);
    }

    @Override
    public Integer call() {
        StateName name = state.state();
        byte[] body = body();
        Map<String, String> facts =
                name.kind() == StateName.Kind.TERRAFORM
                        ? TerraformState.of(body, file.or("standard input")).facts()
                        : Map.of();
        SubPath part = path.isGiven() ? new SubPath(path.given()) : null;
        return new StateWork(context, states, wait, name)
                .change(
                        new Resource(name.root(), part == null ? SubPath.WHOLE : part),
                        "state push",
                        new StateChange.Push(
                                new ByteArrayInputStream(body),
                                facts,
                                base.value(),
                                force.isGiven()
                                        ? StateChange.WhenOdd.SAVE
                                        : StateChange.WhenOdd.REFUSE,
                                part));
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
