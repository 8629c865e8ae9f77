package holdfast.cli;

/** Colours for those who want them: on a terminal, unless {@code NO_COLOR} is set. */
record Colours(boolean on) {
    private static final String RESET = "\u001b[0m";

    static final Colours NONE = new Colours(false);

    String heading(String text) {
        return painted("\u001b[1m", text);
    }

    String good(String text) {
        return painted("\u001b[32m", text);
    }

    String warning(String text) {
        return painted("\u001b[33m", text);
    }

    String bad(String text) {
        return painted("\u001b[31m", text);
    }

    String faint(String text) {
        return painted("\u001b[2m", text);
    }

    /** A cell with one of the words of {@link LockState}; anything else stays as it is. */
    String state(String cell) {
        return switch (cell.strip()) {
            case "acquired", "ok" -> good(cell);
            case "stale", "pending", "quarantine", "warning" -> warning(cell);
            case "failed" -> bad(cell);
            case "expired" -> faint(cell);
            default -> cell;
        };
    }

    private String painted(String colour, String text) {
        return on && !text.isEmpty() ? colour + text + RESET : text;
    }
}
