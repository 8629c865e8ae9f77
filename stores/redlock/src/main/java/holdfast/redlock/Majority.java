package holdfast.redlock;

/** More than half: of an even number, half is not enough. */
final class Majority {
    private Majority() {}

    static int of(int servers) {
        return servers / 2 + 1;
    }

    /** Whether so many votes that are not for it leave no majority. */
    static boolean isOutOfReach(int servers, long notWon) {
        return servers - notWon < of(servers);
    }
}
