package holdfast.cli;

import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;

/** The reference of the command line in Markdown, made from the commands themselves. */
final class Reference {
    private Reference() {}

    static String of(CommandSpec root) {
        return """
        # The command line

        Made by `holdfast generate reference`; a test compares it with the commands.

        ## Exit codes

        The same cause has the same code in every command. `run` passes on the code of its command, and 128+n if signal n
        ended it.

        | code | meaning |
        |---|---|
        """
                + exitCodes()
                + """

                ## For programs

                `--output json` prints one JSON value, or one a line where something is watched. If the answer is no, it is
                `{"error": {"code": ..., "message": ...}}`, with `holders` and `waiting` where a lock is held. What is said to
                people goes to stderr in any case. Colours and lines that move are for terminals only; `NO_COLOR` turns colours
                off.

                ## Which store

                `--store ADDRESS`, or `$HOLDFAST_STORE`, or the line `store=ADDRESS` in
                `$XDG_CONFIG_HOME/holdfast/config.properties` (`~/.config/holdfast/config.properties`), or
                `$XDG_STATE_HOME/holdfast/locks.db` (`~/.local/state/holdfast/locks.db`). An address is `sqlite:FILE`.
                """
                + CommandTree.shown(root).map(Reference::section).collect(Collectors.joining());
    }

    private static String exitCodes() {
        return Stream.of(ExitCode.values())
                .map(exit -> "| " + exit.code() + " | " + exit.meaning() + " |\n")
                .collect(Collectors.joining());
    }

    private static String section(CommandSpec command) {
        return "\n## "
                + command.qualifiedName()
                + "\n\n```text\n"
                + command.commandLine().getUsageMessage(Ansi.OFF).stripTrailing()
                + "\n```\n";
    }
}
