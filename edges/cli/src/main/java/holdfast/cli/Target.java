package holdfast.cli;

import holdfast.model.Resource;
import holdfast.model.keys.KeyFormat;
import holdfast.model.keys.Keys;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.CommandSpec;

/** Which resource a command is about: by its name, or by stack and environment. */
final class Target implements Syntax.Part {
    private final Argument<String> resource =
            Argument.optionalPositional("RESOURCE", "What is locked: root or root//path.");

    private final Argument<String> stack =
            Argument.required("--stack", "STACK", String.class, "Instead of RESOURCE: the stack,");

    private final Argument<String> environment =
            Argument.required("--environment", "ENV", String.class, "its environment,");

    private final Argument<String> service =
            Argument.option("--service", "SERVICE", "and a service of it,");

    private final Argument<String> component =
            Argument.option("--component", "SERVICE/COMPONENT", "or a component of a service.");

    @Override
    public void addTo(CommandSpec command) {
        resource.addTo(command);
        var part = ArgGroupSpec.builder().addArg(service.spec()).addArg(component.spec());
        command.addArgGroup(
                ArgGroupSpec.builder()
                        .exclusive(false)
                        .addArg(stack.spec())
                        .addArg(environment.spec())
                        .addSubgroup(part.build())
                        .build());
    }

    boolean isNamed() {
        return resource.isGiven() || stack.isGiven();
    }

    Resource resource() {
        if (resource.isGiven() == stack.isGiven()) {
            throw resource.misuse(
                    isNamed()
                            ? "Name either RESOURCE or --stack with --environment, not both"
                            : "Name a RESOURCE, or --stack with --environment");
        }
        return resource.isGiven() ? Keys.parse(resource.given()) : KeyFormat.STACK.parse(key());
    }

    /** Of the names under which deployers know a resource. */
    private String key() {
        String key = "stack:" + stack.given() + ":env:" + environment.given();
        if (service.isGiven()) {
            return key + ":service:" + service.given();
        }
        return component.isGiven() ? key + ":component:" + component.given() : key;
    }
}
