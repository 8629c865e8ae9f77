package holdfast.terraform;

import holdfast.model.Root;
import java.util.Optional;

/** Says who is asking, and what it may do. */
public interface Access {
    /** Everybody may do everything. Only for a server that nobody but this machine can reach. */
    Access OPEN =
            authorization ->
                    Optional.of(
                            new Visitor() {
                                @Override
                                public String name() {
                                    return "local";
                                }

                                @Override
                                public Optional<String> objection(Right right, Root root) {
                                    return Optional.empty();
                                }
                            });

    /**
     * Empty if nobody is known by this.
     *
     * @param authorization the header of that name: {@code Bearer} with a token, or {@code Basic} with a token for a password, since
     *     Terraform has no other way to send one
     */
    Optional<Visitor> admit(Optional<String> authorization);

    /** Who asks. */
    interface Visitor {
        String name();

        /** Why it may not do this; empty if it may. */
        Optional<String> objection(Right right, Root root);
    }

    /** What is asked for. */
    enum Right {
        READ,
        LOCK,
        WRITE,
        FORCE_UNLOCK
    }
}
