package holdfast.cli;

import picocli.CommandLine.Model.CommandSpec;

/** For who packages Holdfast: what is written about the commands comes from the commands themselves. */
final class GenerateCommand implements Command {
    private final Context context;

    private final Syntax syntax =
            Syntax.of("generate", this)
                    .hidden()
                    .description("Prints what packages of Holdfast carry.")
                    .footer(
                            "Examples:",
                            "  holdfast generate man > holdfast.1",
                            "  holdfast generate reference > docs/reference/cli.md");

    private final Argument<What> what =
            Argument.positional(
                    "WHAT",
                    What.class,
                    "man for a man page, reference for the reference in Markdown.");

    private enum What {
        MAN,
        REFERENCE
    }

    GenerateCommand(Context context) {
        this.context = context;
    }

    @Override
    public Syntax syntax() {
        return syntax.takes(what);
    }

    @Override
    public Integer call() {
        CommandSpec root = syntax.spec().root();
        context.terminal()
                .out()
                .print(
                        switch (what.given()) {
                            case MAN -> ManPage.of(root);
                            case REFERENCE -> Reference.of(root);
                        });
        return ExitCode.OK.code();
    }
}
