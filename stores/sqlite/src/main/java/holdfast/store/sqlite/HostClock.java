package holdfast.store.sqlite;

/** The clocks of the machine that this process runs on. The seam through which tests move time by hand. */
interface HostClock {
    /** The boot that {@link Reading#sinceBootNanos} counts from; empty where the machine does not tell. */
    String boot();

    Reading read();

    /**
     * Both clocks at one moment.
     *
     * @param sinceBootNanos of the boot clock, which nobody can set; meaningless where there is no boot
     * @param wallNanos of the wall clock since 1970, which may be set forwards and back
     * @param exact whether any other process of the boot, asked later, would not read an earlier time from the boot clock
     */
    record Reading(long sinceBootNanos, long wallNanos, boolean exact) {}
}
