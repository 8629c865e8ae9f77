package holdfast.model;

/** How far ahead of its time a request goes: each level is worth one step of waiting. */
public enum Priority {
    /** Clean-up and background work. */
    LOW,
    /** Everyday plans and applies. */
    NORMAL,
    /** Hotfixes and urgent changes. */
    HIGH,
    /** Emergency rollbacks and security patches. */
    CRITICAL;

    /** 0 for low to 3 for critical, as people and other designs write it. */
    public int level() {
        return ordinal();
    }
}
