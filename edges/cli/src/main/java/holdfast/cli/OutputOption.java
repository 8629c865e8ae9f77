package holdfast.cli;

import picocli.CommandLine.Model.CommandSpec;

/** For whom a command prints. */
final class OutputOption implements Syntax.Part {
    static final String NAME = "--output";

    private final Argument<Form> form =
            Argument.option(
                    NAME, "FORM", Form.class, "text for people, json for programs. Default: text.");

    @Override
    public void addTo(CommandSpec command) {
        form.addTo(command);
    }

    enum Form {
        TEXT,
        JSON
    }

    /** For arguments that could not be understood as a whole. What follows {@code --} is another command's. */
    static boolean isJson(String... arguments) {
        String asked = "";
        for (int i = 0; i < arguments.length && !arguments[i].equals("--"); i++) {
            if (arguments[i].equals(NAME) && i + 1 < arguments.length) {
                asked = arguments[i + 1];
            } else if (arguments[i].startsWith(NAME + "=")) {
                asked = arguments[i].substring(NAME.length() + 1);
            }
        }
        return asked.equalsIgnoreCase(Form.JSON.name());
    }

    boolean isJson() {
        return form.value() == Form.JSON;
    }
}
