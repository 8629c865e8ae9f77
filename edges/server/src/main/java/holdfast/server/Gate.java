package holdfast.server;

import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.Optional;
import java.util.stream.Stream;

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
     * @param certificate of the connection, where TLS asked for one, and has checked who vouches for it
     */
    record Credential(Optional<String> authorization, Optional<X509Certificate> certificate) {
        /** @param chain of the connection: its own certificate, and then those who vouch for it */
        public static Credential of(Optional<String> authorization, Optional<Certificate[]> chain) {
            return new Credential(
                    authorization,
                    chain.stream()
                            .flatMap(all -> Stream.of(all).limit(1))
                            .filter(X509Certificate.class::isInstance)
                            .map(X509Certificate.class::cast)
                            .findFirst());
        }
    }

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
