package holdfast.terraform;

import holdfast.model.Owner;
import holdfast.model.OwnerId;
import holdfast.model.Root;
import java.security.cert.Certificate;
import java.util.Map;
import java.util.Optional;

/** Says who is asking, and what it may do. */
public interface Access {
    /** Everybody may do everything. Only for a server that nobody but this machine can reach. */
    Access OPEN =
            (authorization, certificates) ->
                    Optional.of(
                            new Visitor() {
                                @Override
                                public String name() {
                                    return "local";
                                }

                                @Override
                                public Owner owner(
                                        String run, String claimed, Map<String, String> facts) {
                                    String name = claimed.isEmpty() ? name() : claimed;
                                    return new Owner(new OwnerId(run), name, facts);
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
     * @param certificates of the connection, if the client showed some: its own, and then those who vouch for it
     * @throws Undecided if it cannot be found out now
     */
    Optional<Visitor> admit(Optional<String> authorization, Optional<Certificate[]> certificates);

    /** Who asks cannot be found out now: it may come again later. */
    final class Undecided extends RuntimeException {
        private static final long serialVersionUID = 1;

        public Undecided(String reason) {
            super(reason, null, false, false);
        }
    }

    /** Who asks. */
    interface Visitor {
        String name();

        /** Names its credential for good; empty where nobody has one. */
        default String identity() {
            return "";
        }

        /**
         * The owner under which a run of this visitor acts: the same for the same run, and never that of another visitor.
         *
         * @param run the id that the client gave its lock
         * @param claimed what the client calls itself; empty if it does not say
         */
        Owner owner(String run, String claimed, Map<String, String> facts);

        /** Why it may not do this; empty if it may. */
        Optional<String> objection(Right right, Root root);
    }

    /** What is asked for. */
    enum Right {
        READ,
        LOCK,
        WRITE,
        REMOVE,
        FORCE_UNLOCK
    }
}
