package holdfast.store.redis;

/** The numbers of a root, with the frame of one of its holds, as they stand in one text. What they are is said in {@code root.lua}. */
record Numbers(String text) {
    private static final int FLAGS = 8 * Micros.DIGITS;

    /** Nobody waits, and there is no hold but the one whose frame follows. */
    static final String NOBODY_ELSE = "--";

    private static final int SOLE = FLAGS + NOBODY_ELSE.length();
    private static final int FRAME = SOLE + Micros.DIGITS;
    private static final int TILL_LENGTH = Micros.DIGITS;

    Numbers {
        if (text.length() < SOLE) {
            throw new IllegalArgumentException("numbers that are too short: " + text.length());
        }
        for (int i = 0; i < FLAGS; i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                throw new IllegalArgumentException("numbers with something else among them");
            }
        }
    }

    long last() {
        return number(0);
    }

    long version() {
        return number(1);
    }

    long epoch() {
        return number(2);
    }

    /** The last token or ticket. */
    long number() {
        return number(3);
    }

    /** Up to when its time to live suffices. */
    long covered() {
        return number(4);
    }

    /** Where it stands among the ends. */
    long bound() {
        return number(5);
    }

    /** How many endings were told. */
    long told() {
        return number(6);
    }

    private long number(int place) {
        return Long.parseLong(text, place * Micros.DIGITS, (place + 1) * Micros.DIGITS, 10);
    }

    /** The texts of some numbers that follow each other. */
    String texts(int from, int to) {
        return text.substring(from * Micros.DIGITS, to * Micros.DIGITS);
    }

    /** Whether nobody waits, and there is no hold but the one whose frame is here. */
    boolean isNobodyElses() {
        return text.startsWith(NOBODY_ELSE, FLAGS);
    }

    boolean hasSole() {
        return text.length() > SOLE;
    }

    /** The token of the hold whose frame is here. */
    String sole() {
        return text.substring(SOLE, FRAME);
    }

    String frame() {
        return text.substring(FRAME);
    }

    /** When that hold ends. */
    long till() {
        return Long.parseLong(text, FRAME, FRAME + TILL_LENGTH, 10);
    }
}
