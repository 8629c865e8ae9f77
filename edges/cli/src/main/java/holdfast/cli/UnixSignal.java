package holdfast.cli;

/** The signals that end a process unless it handles them, and that Java lets us catch. Their numbers are those of Linux. */
enum UnixSignal {
    HUP(1),
    INT(2),
    USR1(10),
    USR2(12),
    TERM(15);

    private final int number;

    UnixSignal(int number) {
        this.number = number;
    }

    /** The others mean what the command makes of them. */
    boolean asksToEnd() {
        return switch (this) {
            case HUP, INT, TERM -> true;
            case USR1, USR2 -> false;
        };
    }

    int number() {
        return number;
    }
}
