package holdfast.cli;

import holdfast.model.Resource;
import holdfast.model.keys.KeyFormat;
import holdfast.model.keys.Keys;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Which resource a command is about: by its name, or by stack and environment. */
final class Target {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec command = CommandSpec.create();

    @Parameters(
            arity = "0..1",
            paramLabel = "RESOURCE",
            description = "What is locked: root or root//path.")
    private @Nullable String resource;

    @ArgGroup(exclusive = false)
    private @Nullable Stack stack;

    /** The names under which deployers know a resource. */
    private static final class Stack {
        @Option(
                names = "--stack",
                required = true,
                paramLabel = "STACK",
                description = "Instead of RESOURCE: the stack,")
        private String name = "";

        @Option(
                names = "--environment",
                required = true,
                paramLabel = "ENV",
                description = "its environment,")
        private String environment = "";

        @ArgGroup private @Nullable Part part;

        String key() {
            return "stack:" + name + ":env:" + environment + (part == null ? "" : part.key());
        }
    }

    /** A service, or a component of one. */
    private static final class Part {
        @Option(names = "--service", paramLabel = "SERVICE", description = "and a service of it,")
        private @Nullable String service;

        @Option(
                names = "--component",
                paramLabel = "SERVICE/COMPONENT",
                description = "or a component of a service.")
        private @Nullable String component;

        String key() {
            return service == null ? ":component:" + component : ":service:" + service;
        }
    }

    boolean isNamed() {
        return resource != null || stack != null;
    }

    Resource resource() {
        if (isNamed() && (resource == null || stack == null)) {
            return stack == null
                    ? Keys.parse(String.valueOf(resource))
                    : KeyFormat.STACK.parse(stack.key());
        }
        throw new ParameterException(
                command.commandLine(),
                isNamed()
                        ? "Name either RESOURCE or --stack with --environment, not both"
                        : "Name a RESOURCE, or --stack with --environment");
    }
}
