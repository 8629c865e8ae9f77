package holdfast.model;

/** The caller is not known, or may not do this. Nothing was changed. */
public final class NotPermittedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public NotPermittedException(String message) {
        super(message);
    }

    public ErrorCode code() {
        return ErrorCode.PERMISSION_DENIED;
    }
}
