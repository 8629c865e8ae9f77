package holdfast.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** For who packages Holdfast: what is written about the commands comes from the commands themselves. */
@Command(
        name = "generate",
        hidden = true,
        description = "Prints what packages of Holdfast carry.",
        footerHeading = "%n",
        footer = {
            "Examples:",
            "  holdfast generate man > holdfast.1",
            "  holdfast generate reference > docs/reference/cli.md"
        })
final class GenerateCommand implements Callable<Integer> {
    private final Context context;

    @Spec private CommandSpec spec = CommandSpec.create();

    @Parameters(
            paramLabel = "WHAT",
            description = "man for a man page, reference for the reference in Markdown.")
    private What what = What.MAN;

    private enum What {
        MAN,
        REFERENCE
    }

    GenerateCommand(Context context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        CommandSpec root = spec.root();
        context.terminal()
                .out()
                .print(
                        switch (what) {
                            case MAN -> ManPage.of(root);
                            case REFERENCE -> Reference.of(root);
                        });
        return ExitCode.OK.code();
    }
}
