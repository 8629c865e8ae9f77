package holdfast.access;

import holdfast.model.Owner;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.X509Certificate;
import java.time.InstantSource;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Knows callers by the certificates of their connections, whose chain the TLS handshake has checked. Safe for use by many threads.
 */
final class Certificates {
    private static final int HOLDER_LENGTH_MAX = 255;

    /** So many are remembered: a connection shows the same one with each request. */
    private static final int REMEMBERED_MAX = 1_000;

    private static final Authentication REFUSED =
            new Authentication.Unknown("the certificate names nobody who could be known by it");

    private final List<CertificateRule> rules;
    private final InstantSource clock;
    private final Map<X509Certificate, Authentication> known = new ConcurrentHashMap<>();

    Certificates(List<CertificateRule> rules, InstantSource clock) {
        this.rules = rules;
        this.clock = clock;
    }

    Authentication check(X509Certificate certificate) {
        try {
            // A connection may outlive what it began with.
            certificate.checkValidity(Date.from(clock.instant()));
        } catch (CertificateExpiredException | CertificateNotYetValidException e) {
            return new Authentication.Unknown("the certificate is not valid now");
        }
        Authentication before = known.get(certificate);
        if (before != null) {
            return before;
        }
        Authentication found = CertificateNames.of(certificate).map(this::of).orElse(REFUSED);
        if (known.size() >= REMEMBERED_MAX) {
            known.clear();
        }
        known.put(certificate, found);
        return found;
    }

    private Authentication of(CertificateNames names) {
        Optional<String> holder = names.holder();
        // Changed to be shown, two holders might become one.
        if (holder.isEmpty()
                || holder.get().length() > HOLDER_LENGTH_MAX
                || !Shown.of(holder.get()).equals(holder.get())) {
            return REFUSED;
        }
        List<Grant> grants =
                rules.stream()
                        .filter(rule -> rule.matches(names))
                        .map(CertificateRule::grant)
                        .toList();
        return new Authentication.Known(
                new Caller(
                        "certificate:" + holder.get(),
                        Shown.of(
                                names.calledByPeople().orElse(holder.get()), Owner.NAME_LENGTH_MAX),
                        grants));
    }
}
