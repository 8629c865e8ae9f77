package holdfast;

import holdfast.model.ErrorCode;
import holdfast.model.Explanation;
import holdfast.model.Refusal;

/** The lock was not given; the refusal says why and the message what to do. */
public final class LockRefusedException extends Exception {
    private static final long serialVersionUID = 1;

    private final transient Refusal refusal;

    LockRefusedException(Refusal refusal) {
        super(Explanation.of(refusal));
        this.refusal = refusal;
    }

    public Refusal refusal() {
        return refusal;
    }

    public ErrorCode code() {
        return refusal.code();
    }
}
