package holdfast.cli;

import picocli.CommandLine.Option;

/** For whom a command prints. */
final class OutputOption {
    static final String NAME = "--output";

    @Option(
            names = NAME,
            paramLabel = "FORM",
            description = "text for people, json for programs. Default: text.")
    private Form form = Form.TEXT;

    enum Form {
        TEXT,
        JSON
    }

    boolean isJson() {
        return form == Form.JSON;
    }
}
