package holdfast.server;

/** What a caller wants to do, as far as rights are concerned. */
public enum Deed {
    READ,
    ACQUIRE,
    RENEW,
    RELEASE,
    CANCEL,
    TRANSFER,
    FORCE_UNLOCK,
    FREEZE,
    THAW,
    AUDIT,
    RESTORE,
    ADMINISTER
}
