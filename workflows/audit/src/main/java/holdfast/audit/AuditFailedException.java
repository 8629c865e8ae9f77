package holdfast.audit;

/** A line could not be brought to disk: what it announced must not be done. */
public final class AuditFailedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    AuditFailedException(Throwable cause) {
        super(
                "the audit trail cannot be written, so nothing that must be in it is done: "
                        + cause.getMessage(),
                cause);
    }
}
