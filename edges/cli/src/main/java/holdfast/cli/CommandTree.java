package holdfast.cli;

import holdfast.model.Priority;
import java.time.Duration;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** All commands, by their names. */
final class CommandTree {
    private CommandTree() {}

    static CommandLine of(Context context, String version) {
        var run = new CommandLine(new RunCommand(context));
        var root =
                new CommandLine(new RootCommand())
                        .addSubcommand(run)
                        .addSubcommand(new AcquireCommand(context))
                        .addSubcommand(new RenewCommand(context))
                        .addSubcommand(new ReleaseCommand(context))
                        .addSubcommand(new TransferCommand(context))
                        .addSubcommand(locks(context))
                        .addSubcommand(queue(context))
                        .addSubcommand(new UnlockCommand(context))
                        .addSubcommand(new FreezeCommand(context))
                        .addSubcommand(new ThawCommand(context))
                        .addSubcommand(new FreezesCommand(context))
                        .addSubcommand(new DeadlocksCommand(context))
                        .addSubcommand(new DoctorCommand(context))
                        .addSubcommand(new CompletionCommand(context))
                        .addSubcommand(new GenerateCommand(context));
        all(root).forEach(line -> line.getCommandSpec().addOption(help()));
        root.getCommandSpec().addOption(version()).version("holdfast " + version);
        root.setCaseInsensitiveEnumValuesAllowed(true)
                // An argument that begins with @ is the command's own business.
                .setExpandAtFiles(false)
                .registerConverter(Duration.class, new Durations())
                .registerConverter(LockFilter.class, new LockFilter.Converter())
                .registerConverter(Priority.class, Misuse.wordsOf(Priority.class))
                .registerConverter(OnLost.class, Misuse.wordsOf(OnLost.class))
                .registerConverter(
                        OutputOption.Form.class, Misuse.wordsOf(OutputOption.Form.class));
        // What follows the command's name belongs to the command, with or without '--'.
        run.setStopAtPositional(true);
        return root;
    }

    private static CommandLine locks(Context context) {
        return new CommandLine(new LocksCommand())
                .addSubcommand(new LocksListCommand(context))
                .addSubcommand(new LocksStatusCommand(context))
                .addSubcommand(new LocksReleaseCommand(context))
                .addSubcommand(new LocksWatchCommand(context));
    }

    private static CommandLine queue(Context context) {
        return new CommandLine(new QueueCommand())
                .addSubcommand(new QueueListCommand(context))
                .addSubcommand(new QueueCancelCommand(context));
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
