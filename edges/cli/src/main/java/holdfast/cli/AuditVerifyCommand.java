package holdfast.cli;

import holdfast.audit.AuditVerification;
import holdfast.store.DocumentStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JsonGenerator;

final class AuditVerifyCommand implements Command {
    private static final String WHY_THE_STORE =
            "files are compared with the store itself, and a server does not hand that out";

    private final Context context;

    private final Argument<Path> files =
            Argument.option(
                    "--files",
                    "FOLDER",
                    Path.class,
                    "Check the files of a server in this folder too, and compare them with the store.");

    private final OutputOption output = new OutputOption();
    private final StoreOption store;

    AuditVerifyCommand(Context context) {
        this.context = context;
        this.store = new StoreOption(context);
    }

    @Override
    public Syntax syntax() {
        return Syntax.of("verify", this)
                .description(
                        "Tells whether the audit trails were tampered with: changed, removed, added or moved lines.",
                        "An end that was cut off shows only where files and store are compared.",
                        "A server says what it found itself: who does not trust it checks the store, by --store.",
                        "Ends with 65 if a trail is broken.")
                .footer(
                        "Examples:",
                        "  holdfast audit verify",
                        "  holdfast audit verify --files /var/lib/holdfast/audit/locks-1-7420")
                .takes(files, output, store);
    }

    @Override
    public Integer call() {
        List<AuditVerification.Chain> chains = check();
        if (output.isJson()) {
            Json.printArray(context.terminal().out(), chains, AuditVerifyCommand::write);
        } else {
            print(chains);
        }
        boolean whole = chains.stream().allMatch(AuditVerification.Chain::isWhole);
        return whole ? ExitCode.OK.code() : ExitCode.BROKEN.code();
    }

    private List<AuditVerification.Chain> check() {
        if (!files.isGiven()) {
            try (Records records = store.openExistingRecords()) {
                return records.verifyAudit();
            }
        }
        try (DocumentStore documents = store.openExistingDocuments(WHY_THE_STORE)) {
            var chains = new ArrayList<>(AuditVerification.of(documents));
            chains.add(AuditVerification.of(AuditCommand.folder(files), documents));
            return chains;
        }
    }

    private void print(List<AuditVerification.Chain> chains) {
        var out = context.terminal().out();
        if (chains.isEmpty()) {
            out.println("No audit trails.");
        }
        for (AuditVerification.Chain chain : chains) {
            out.println(
                    (chain.isWhole() ? "whole   " : "BROKEN  ")
                            + chain.server()
                            + " ("
                            + chain.source()
                            + "): lines "
                            + chain.first()
                            + " to "
                            + chain.last());
            chain.problems().forEach(problem -> out.println("        " + problem));
        }
    }

    private static void write(JsonGenerator json, AuditVerification.Chain chain) {
        json.writeStringProperty("server", chain.server());
        json.writeStringProperty("source", chain.source());
        json.writeBooleanProperty("whole", chain.isWhole());
        json.writeNumberProperty("first", chain.first());
        json.writeNumberProperty("last", chain.last());
        json.writeArrayPropertyStart("problems");
        chain.problems().forEach(json::writeString);
        json.writeEndArray();
    }
}
