package holdfast.cli;

import holdfast.state.StateName;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.CommandSpec;

/** Which state a command is about. */
final class StateArgument implements Syntax.Part {
    private final Argument<String> name =
            Argument.optionalPositional(
                    "STATE", "STACK/ENVIRONMENT, or terraform:NAME for one of Terraform's.");

    private final Argument<String> stack =
            Argument.required("--stack", "STACK", String.class, "Instead of STATE: the stack,");

    private final Argument<String> environment =
            Argument.required("--environment", "ENV", String.class, "and its environment.");

    @Override
    public void addTo(CommandSpec command) {
        name.addTo(command);
        command.addArgGroup(
                ArgGroupSpec.builder()
                        .exclusive(false)
                        .addArg(stack.spec())
                        .addArg(environment.spec())
                        .build());
    }

    StateName state() {
        if (name.isGiven() == stack.isGiven()) {
            throw name.misuse("Name a STATE, or --stack with --environment");
        }
        return name.isGiven()
                ? StateName.parse(name.given())
                : StateName.stack(stack.given(), environment.given());
    }
}
