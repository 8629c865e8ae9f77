package holdfast.access;

import holdfast.access.oidc.OidcSettings;
import holdfast.model.InvalidRequestException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;

/**
 * How a server knows its callers.
 *
 * @param tokens whether the tokens of its store open it
 * @param revokedWithin how long a revoked token may go on to work
 * @param issuers whose bearer tokens open it
 * @param certificates whose certificates, shown when a connection begins, open it
 */
public record AccessSettings(
        StoredTokens tokens,
        Duration revokedWithin,
        List<OidcSettings> issuers,
        List<CertificateRule> certificates) {
    public static final Duration REVOKED_WITHIN = Duration.ofSeconds(5);
    private static final Duration REVOKED_WITHIN_MAX = Duration.ofMinutes(5);

    /** Everybody on this machine, and nobody else. */
    public static final AccessSettings NONE =
            new AccessSettings(StoredTokens.REFUSED, REVOKED_WITHIN, List.of());

    /** Whether tokens of the store count. */
    public enum StoredTokens {
        ACCEPTED,
        REFUSED
    }

    /** Without certificates. */
    public AccessSettings(StoredTokens tokens, Duration revokedWithin, List<OidcSettings> issuers) {
        this(tokens, revokedWithin, issuers, List.of());
    }

    public AccessSettings {
        issuers = List.copyOf(issuers);
        certificates = List.copyOf(certificates);
        if (revokedWithin.isNegative() || revokedWithin.compareTo(REVOKED_WITHIN_MAX) > 0) {
            throw new InvalidRequestException(
                    "revoked tokens must stop working within 5 minutes at most");
        }
        if (new HashSet<>(issuers.stream().map(OidcSettings::issuer).toList()).size()
                < issuers.size()) {
            throw new InvalidRequestException("an issuer is configured twice");
        }
    }

    /** If not, the server must listen on loopback only. */
    public boolean isConfigured() {
        return tokens == StoredTokens.ACCEPTED || !issuers.isEmpty() || !certificates.isEmpty();
    }
}
