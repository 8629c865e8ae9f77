package holdfast.server;

import java.security.Principal;
import java.util.Optional;

/** Says who is asking. What they may do is then asked of the {@link Caller}. */
@FunctionalInterface
public interface Gate {
    /** Lets everybody in, as someone who may do everything. Only for a server that nobody but this machine can reach. */
    Gate OPEN = credential -> new LocalCaller();

    /** @throws Denied if nobody can be told by this credential */
    Caller admit(Credential credential);

    /**
     * What a request brings to show who makes it.
     *
     * @param authorization the header of that name
     * @param certificate whom a client's certificate names, where TLS asked for one
     */
    record Credential(Optional<String> authorization, Optional<Principal> certificate) {}

    /** Nobody known, or nothing can be said about it now. */
    final class Denied extends RuntimeException {
        private final Why why;

        /** What a caller may do about it. */
        public enum Why {
            /** Come with a credential that is good. */
            UNKNOWN,
            /** Come again later: it cannot be found out now. */
            UNDECIDED
        }

        public Denied(Why why, String reason) {
            super(reason, null, false, false);
            this.why = why;
        }

        public Why why() {
            return why;
        }
    }
}
