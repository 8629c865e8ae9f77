package holdfast.cli;

import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** One page for man(1) about all commands, made from the commands themselves. */
final class ManPage {
    private ManPage() {}

    static String of(CommandSpec root) {
        var page = new StringBuilder(".TH HOLDFAST 1\n");
        page.append(".SH NAME\nholdfast \\- ")
                .append(escaped(sentence(root.usageMessage().description())))
                .append("\n.SH SYNOPSIS\n.B holdfast\n.I COMMAND\n[OPTIONS]\n");
        page.append(".SH COMMANDS\n");
        CommandTree.shown(root).skip(1).forEach(command -> append(page, command));
        page.append(".SH EXIT STATUS\n");
        for (ExitCode exit : ExitCode.values()) {
            page.append(".TP\n.B ")
                    .append(exit.code())
                    .append('\n')
                    .append(escaped(exit.meaning()))
                    .append('\n');
        }
        page.append(".SH EXAMPLES\n");
        appendLines(page, root.usageMessage().footer());
        return page.toString();
    }

    private static void append(StringBuilder page, CommandSpec command) {
        page.append(".SS ").append(escaped(command.qualifiedName())).append('\n');
        page.append(escaped(sentence(command.usageMessage().description()))).append('\n');
        String[] synopsis = {
            command.commandLine().getHelp().synopsis(0).strip().replaceAll("\\s+", " ")
        };
        appendLines(page, synopsis);
        Stream.concat(
                        command.positionalParameters().stream()
                                .filter(argument -> !argument.hidden())
                                .map(argument -> item(argument.paramLabel(), argument)),
                        command.options().stream()
                                .filter(option -> !option.hidden())
                                .map(option -> item(names(option), option)))
                .forEach(page::append);
        appendLines(page, command.usageMessage().footer());
    }

    private static String names(OptionSpec option) {
        String names = String.join(", ", option.names());
        return option.arity().max() == 0 ? names : names + " " + option.paramLabel();
    }

    private static String item(String name, ArgSpec argument) {
        return ".TP\n.B " + escaped(name) + "\n" + escaped(sentence(argument.description())) + "\n";
    }

    /** As they are, without filling. */
    private static void appendLines(StringBuilder page, String[] lines) {
        if (lines.length > 0) {
            page.append(".PP\n.nf\n")
                    .append(
                            Stream.of(lines)
                                    .map(line -> escaped(plain(line)))
                                    .collect(Collectors.joining("\n")))
                    .append("\n.fi\n");
        }
    }

    private static String sentence(String[] lines) {
        return Stream.of(lines).map(ManPage::plain).collect(Collectors.joining(" "));
    }

    private static String plain(String line) {
        return Ansi.OFF.string(line.replace("%n", "").replace("%%", "%"));
    }

    /** A line that begins with a dot or a quote would be a command of roff. */
    private static String escaped(String text) {
        String safe = text.replace("\\", "\\e").replace("-", "\\-");
        return safe.startsWith(".") || safe.startsWith("'") ? "\\&" + safe : safe;
    }
}
