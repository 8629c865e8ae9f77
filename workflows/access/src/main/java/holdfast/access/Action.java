package holdfast.access;

/** Something that a caller may or may not do, and the smallest role that may. */
public enum Action {
    READ(Role.VIEWER, "look at locks"),
    ACQUIRE(Role.OPERATOR, "acquire locks"),
    RENEW(Role.OPERATOR, "renew locks"),
    RELEASE(Role.OPERATOR, "release locks"),
    CANCEL(Role.OPERATOR, "cancel requests"),
    TRANSFER(Role.OPERATOR, "transfer locks"),
    RENEW_OF_OTHERS(Role.ADMIN, "renew the locks of others"),
    RELEASE_OF_OTHERS(Role.ADMIN, "release the locks of others"),
    CANCEL_OF_OTHERS(Role.ADMIN, "cancel the requests of others"),
    TRANSFER_OF_OTHERS(Role.ADMIN, "transfer the locks of others"),
    FORCE_UNLOCK(Role.ADMIN, "force locks open"),
    FREEZE(Role.ADMIN, "freeze"),
    THAW(Role.ADMIN, "thaw"),
    AUDIT(Role.ADMIN, "read the audit trail"),
    RESTORE(Role.ADMIN, "restore or remove states"),
    ADMINISTER(Role.ADMIN, "administer the server");

    private final Role needed;
    private final String inWords;

    Action(Role needed, String inWords) {
        this.needed = needed;
        this.inWords = inWords;
    }

    Role needed() {
        return needed;
    }

    /** Completes "may not". */
    String inWords() {
        return inWords;
    }

    /** The same, done to what belongs to somebody else. */
    Action ofOthers() {
        return switch (this) {
            case RENEW -> RENEW_OF_OTHERS;
            case RELEASE -> RELEASE_OF_OTHERS;
            case CANCEL -> CANCEL_OF_OTHERS;
            case TRANSFER -> TRANSFER_OF_OTHERS;
            case READ,
                    ACQUIRE,
                    RENEW_OF_OTHERS,
                    RELEASE_OF_OTHERS,
                    CANCEL_OF_OTHERS,
                    TRANSFER_OF_OTHERS,
                    FORCE_UNLOCK,
                    FREEZE,
                    THAW,
                    AUDIT,
                    RESTORE,
                    ADMINISTER ->
                    this;
        };
    }
}
