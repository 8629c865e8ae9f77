package holdfast.cli;

import picocli.CommandLine;

/** What a command that needs a command below it answers when it gets none. */
final class UsageHelp {
    private UsageHelp() {}

    static int missingCommand(CommandLine line) {
        line.usage(line.getErr());
        return ExitCode.USAGE.code();
    }
}
