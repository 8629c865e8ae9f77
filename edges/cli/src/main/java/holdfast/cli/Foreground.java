package holdfast.cli;

/** How this process stands to a terminal. */
final class Foreground {
    private Foreground() {}

    /** Whether this process is in the group that a terminal sends Ctrl-C to. */
    static boolean isOfATerminal() {
        // No such file on this system: assume what is usual there.
        return ProcessStat.ofThisProcess()
                .map(ProcessStat::isInForeground)
                .orElseGet(Terminal::isTerminal);
    }

    /** Whether there is a terminal that what this process starts could read from. */
    static boolean hasATerminal() {
        return ProcessStat.ofThisProcess()
                .map(ProcessStat::hasTerminal)
                .orElseGet(Terminal::isTerminal);
    }
}
