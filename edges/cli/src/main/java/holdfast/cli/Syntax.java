package holdfast.cli;

import picocli.CommandLine.Model.CommandSpec;

/** The name of a command, what its help says, and what it takes, in the order in which the help lists it. */
final class Syntax {
    private final CommandSpec spec;

    /** Something that a command takes: an argument, or several that belong together. */
    interface Part {
        void addTo(CommandSpec command);
    }

    private Syntax(CommandSpec spec) {
        this.spec = spec;
    }

    static Syntax of(String name, Command command) {
        var spec = CommandSpec.wrapWithoutInspection(command).name(name);
        spec.usageMessage().sortOptions(false).footerHeading("%n");
        return new Syntax(spec);
    }

    Syntax synopsis(String line) {
        spec.usageMessage().customSynopsis(line);
        return this;
    }

    Syntax description(String... lines) {
        spec.usageMessage().description(lines);
        return this;
    }

    Syntax footer(String... lines) {
        spec.usageMessage().footer(lines);
        return this;
    }

    Syntax needsCommandBelow() {
        spec.usageMessage().synopsisSubcommandLabel("COMMAND");
        return this;
    }

    Syntax hidden() {
        spec.usageMessage().hidden(true);
        return this;
    }

    Syntax takes(Part... parts) {
        for (Part part : parts) {
            part.addTo(spec);
        }
        return this;
    }

    CommandSpec spec() {
        return spec;
    }
}
