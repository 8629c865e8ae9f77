package holdfast.model;

/** The caller asked for something that no retry will make possible. Nothing was changed. */
public final class InvalidRequestException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    public InvalidRequestException(String message) {
        super(message);
    }

    public ErrorCode code() {
        return ErrorCode.INVALID_REQUEST;
    }
}
