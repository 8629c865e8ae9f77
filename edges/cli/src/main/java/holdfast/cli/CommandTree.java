package holdfast.cli;

import holdfast.access.Role;
import holdfast.model.Priority;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** All commands, by their names. */
final class CommandTree {
    private static final List<Entry> COMMANDS =
            List.of(
                    entry("run", RunCommand::new),
                    entry("acquire", AcquireCommand::new),
                    entry("renew", RenewCommand::new),
                    entry("release", ReleaseCommand::new),
                    entry("transfer", TransferCommand::new),
                    entry(
                            "locks",
                            context -> new LocksCommand(),
                            entry("list", LocksListCommand::new),
                            entry("status", LocksStatusCommand::new),
                            entry("release", LocksReleaseCommand::new),
                            entry("watch", LocksWatchCommand::new)),
                    entry(
                            "queue",
                            context -> new QueueCommand(),
                            entry("list", QueueListCommand::new),
                            entry("cancel", QueueCancelCommand::new)),
                    entry("unlock", UnlockCommand::new),
                    entry("freeze", FreezeCommand::new),
                    entry("thaw", ThawCommand::new),
                    entry("freezes", FreezesCommand::new),
                    entry("deadlocks", DeadlocksCommand::new),
                    entry("serve", ServeCommand::new),
                    entry(
                            "config",
                            context -> new ConfigCommand(),
                            entry("show", ConfigShowCommand::new)),
                    entry(
                            "store",
                            context -> new StoreCommand(),
                            entry("create", StoreCreateCommand::new)),
                    entry(
                            "state",
                            context -> new StateCommand(),
                            entry("list", StateListCommand::new),
                            entry("show", StateShowCommand::new),
                            entry("pull", StatePullCommand::new),
                            entry("push", StatePushCommand::new),
                            entry("import", StateImportCommand::new),
                            entry("history", StateHistoryCommand::new),
                            entry("diff", StateDiffCommand::new),
                            entry("backup", StateBackupCommand::new),
                            entry("restore", StateRestoreCommand::new),
                            entry("locks", StateLocksCommand::new),
                            entry("rm", StateRmCommand::new),
                            entry("orphans", StateOrphansCommand::new)),
                    entry(
                            "terraform",
                            context -> new TerraformCommand(),
                            entry("init-snippet", TerraformSnippetCommand::new)),
                    entry("doctor", DoctorCommand::new),
                    entry("audit", AuditCommand::new, entry("verify", AuditVerifyCommand::new)),
                    entry(
                            "token",
                            context -> new TokenCommand(),
                            entry("create", TokenCreateCommand::new),
                            entry("list", TokenListCommand::new),
                            entry("revoke", TokenRevokeCommand::new)),
                    entry(
                            "webhooks",
                            context -> new WebhooksCommand(),
                            entry("list", WebhooksListCommand::new),
                            entry("retry", WebhooksLetterCommand::retry),
                            entry("drop", WebhooksLetterCommand::drop)),
                    entry("completion", CompletionCommand::new),
                    entry("generate", GenerateCommand::new));

    static {
        // Groovy would be looked for in every jar.
        System.setProperty("picocli.disable.closures", "true");
        // Each command would look up how to read twenty types that no option has. Durations are
        // read in our own way.
        System.setProperty("picocli.converters.excludes", "java\\.(sql|time)\\..*");
    }

    /** The commands that speak about all others. */
    private static final Set<String> NEED_ALL = Set.of("completion", "generate");

    /** A command that is made when it is needed: most starts need one of them. */
    private record Entry(String name, Function<Context, Command> maker, List<Entry> below) {}

    private CommandTree() {}

    private static Entry entry(String name, Function<Context, Command> maker, Entry... below) {
        return new Entry(name, maker, List.of(below));
    }

    /** Every command. */
    static CommandLine of(Context context, String version) {
        return of(context, version, List.of());
    }

    /** The command that the arguments name, without its siblings; where they name none, all that could have been meant. */
    static CommandLine of(Context context, String version, List<String> arguments) {
        var root = new CommandLine(new RootCommand().syntax().spec());
        boolean needsAll = !arguments.isEmpty() && NEED_ALL.contains(arguments.getFirst());
        grow(root, COMMANDS, context, needsAll ? List.of() : arguments);
        all(root).forEach(line -> line.getCommandSpec().addOption(help()));
        root.getCommandSpec().addOption(version()).version("holdfast " + version);
        root.setCaseInsensitiveEnumValuesAllowed(true)
                // An argument that begins with @ is the command's own business.
                .setExpandAtFiles(false)
                .registerConverter(Duration.class, new Durations())
                .registerConverter(LockFilter.class, new LockFilter.Converter())
                .registerConverter(Priority.class, Misuse.wordsOf(Priority.class))
                .registerConverter(Role.class, Misuse.wordsOf(Role.class))
                .registerConverter(OnLost.class, Misuse.wordsOf(OnLost.class))
                .registerConverter(
                        OutputOption.Form.class, Misuse.wordsOf(OutputOption.Form.class));
        // What follows the command's name belongs to the command, with or without '--'.
        Optional.ofNullable(root.getSubcommands().get("run"))
                .ifPresent(run -> run.setStopAtPositional(true));
        return root;
    }

    private static void grow(
            CommandLine line, List<Entry> entries, Context context, List<String> arguments) {
        String name = arguments.isEmpty() ? "" : arguments.getFirst();
        List<Entry> named = entries.stream().filter(entry -> entry.name().equals(name)).toList();
        for (Entry entry : named.isEmpty() ? entries : named) {
            var command = new CommandLine(entry.maker().apply(context).syntax().spec());
            grow(
                    command,
                    entry.below(),
                    context,
                    named.isEmpty() ? List.of() : arguments.subList(1, arguments.size()));
            line.addSubcommand(command);
        }
    }

    /** A command and all below it, in the order in which they are listed. */
    static Stream<CommandLine> all(CommandLine line) {
        return Stream.concat(
                Stream.of(line),
                line.getSubcommands().values().stream().distinct().flatMap(CommandTree::all));
    }

    /** The commands that people are shown. */
    static Stream<CommandSpec> shown(CommandSpec root) {
        return all(root.commandLine())
                .map(CommandLine::getCommandSpec)
                .filter(spec -> !spec.usageMessage().hidden());
    }

    private static OptionSpec help() {
        return OptionSpec.builder("-h", "--help")
                .usageHelp(true)
                .description("Show this help.")
                .build();
    }

    private static OptionSpec version() {
        return OptionSpec.builder("-V", "--version")
                .versionHelp(true)
                .description("Show the version.")
                .build();
    }
}
