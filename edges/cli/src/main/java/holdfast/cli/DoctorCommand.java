package holdfast.cli;

import java.util.List;
import tools.jackson.core.JsonGenerator;

final class DoctorCommand implements Command {
    private static final int DETAIL_AT_LEAST = 30;

    private final Context context;

    private final OutputOption output = new OutputOption();
    private final StoreOption store;

    DoctorCommand(Context context) {
        this.context = context;
        this.store = new StoreOption(context);
    }

    @Override
    public Syntax syntax() {
        return Syntax.of("doctor", this)
                .description(
                        "Checks that the store can be used.",
                        "That it can be reached, that its schema and rules fit this version, how long",
                        "a lock and its release take, and its clock. Ends with 69 if something failed.")
                .footer(
                        "Examples:",
                        "  holdfast doctor",
                        "  holdfast doctor --store sqlite:locks.db")
                .takes(output, store);
    }

    @Override
    public Integer call() throws InterruptedException {
        List<Examination.Finding> findings = new Examination(context, store).findings();
        if (output.isJson()) {
            Json.printArray(context.terminal().out(), findings, DoctorCommand::write);
        } else {
            context.terminal()
                    .out()
                    .print(
                            new Table(
                                            List.of(
                                                    Table.Column.fixed("CHECK"),
                                                    Table.Column.state("STATE"),
                                                    Table.Column.shrinking(
                                                            "DETAIL", DETAIL_AT_LEAST)),
                                            findings.stream().map(DoctorCommand::cells).toList())
                                    .fitting(context.screen()));
        }
        boolean failed =
                findings.stream().anyMatch(finding -> finding.state() == Examination.State.FAILED);
        return failed ? ExitCode.UNAVAILABLE.code() : ExitCode.OK.code();
    }

    private static List<String> cells(Examination.Finding finding) {
        return List.of(finding.check(), Json.word(finding.state()), OneLine.of(finding.detail()));
    }

    private static void write(JsonGenerator json, Examination.Finding finding) {
        json.writeStringProperty("check", finding.check());
        json.writeStringProperty("state", Json.word(finding.state()));
        json.writeStringProperty("detail", finding.detail());
    }
}
