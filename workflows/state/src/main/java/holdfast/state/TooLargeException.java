package holdfast.state;

/** A state is larger than the limit. Nothing was saved. */
public final class TooLargeException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    TooLargeException(long bytesMax) {
        super("the state is larger than the limit of " + bytesMax + " bytes");
    }
}
