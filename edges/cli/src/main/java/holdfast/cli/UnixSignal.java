package holdfast.cli;

/** The signals that ask a process to end. */
enum UnixSignal {
    HUP(1),
    INT(2),
    TERM(15);

    private final int number;

    UnixSignal(int number) {
        this.number = number;
    }

    int number() {
        return number;
    }
}
