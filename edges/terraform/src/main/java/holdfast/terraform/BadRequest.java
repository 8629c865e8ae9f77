package holdfast.terraform;

/** The client sent what it should not have: nothing was changed. */
final class BadRequest extends RuntimeException {
    private static final long serialVersionUID = 1;

    BadRequest(String message) {
        super(message, null, false, false);
    }
}
