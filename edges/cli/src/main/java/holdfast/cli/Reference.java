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
                `{"error": {"code": ..., "message": ...}}`, with `holders` and `waiting` where a lock is held
                and `cycle` where owners wait for each other. What is said to people goes to stderr in any case, each message
                after `holdfast: ` and with its code in brackets; only the line `Execution blocked: lock '...' held by ... until
                ...` stands alone. Colours and lines that move are for terminals only; `NO_COLOR` turns colours
                off.

                ## Which store

                `--store ADDRESS`, or `$HOLDFAST_STORE`, or the line `store=ADDRESS` in
                `$XDG_CONFIG_HOME/holdfast/config.properties` (`~/.config/holdfast/config.properties`), or
                `$XDG_STATE_HOME/holdfast/locks.db` (`~/.local/state/holdfast/locks.db`). An address is `sqlite:FILE`,
                `redis://[USER:PASSWORD@]HOST[:PORT][/DATABASE]`, `rediss://` for TLS,
                `redis-sentinel://HOST:PORT,HOST:PORT?master=NAME` or `redis-cluster://HOST:PORT,HOST:PORT`. Behind a `?` a Redis
                address takes `prefix=`, `timeout=3s`, `replicas=N` (wait until most of them have a grant), `evicting=accept`
                and `profile=atlantis`. `dynamodb:TABLE` takes `region=`, `endpoint=`, `timeout=3s` and `margin=60s` (for how long
                after its end a lock of another tool is respected).

                The first lock or freeze makes the store, but the tables of DynamoDB (`holdfast store create`); commands that look do not. Where the usual store is not there yet they
                find nothing and say so on stderr; a store that an option, the environment or your settings name must be there
                (69).
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
