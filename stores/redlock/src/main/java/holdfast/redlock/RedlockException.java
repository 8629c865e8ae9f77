package holdfast.redlock;

/** Why work could not be protected, for callers that do not look at results. */
public abstract sealed class RedlockException extends RuntimeException {
    private RedlockException(String message) {
        super(message);
    }

    /** The lease was not to be had: the work did not begin. */
    public static final class NotAcquired extends RedlockException {
        private final transient LeaseResult.NotAcquired result;

        NotAcquired(LeaseResult.NotAcquired result) {
            super(result.explanation());
            this.result = result;
        }

        public LeaseResult.NotAcquired result() {
            return result;
        }
    }

    /** The lease was lost while the work ran: another may have worked at the same time. */
    public static final class Lost extends RedlockException {
        private final transient LeaseState.Lost loss;

        Lost(String name, LeaseState.Lost loss) {
            super(
                    "'"
                            + name
                            + "' was lost while the work ran, so that another may have worked at the same time: "
                            + loss.detail());
            this.loss = loss;
        }

        public LeaseState.Lost loss() {
            return loss;
        }
    }
}
