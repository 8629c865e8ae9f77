package holdfast.access;

import holdfast.access.oidc.OidcVerifier;
import holdfast.store.DocumentStore;
import java.security.cert.X509Certificate;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds out who makes a request. May throw a {@link holdfast.store.StoreException} when the tokens cannot be read: then nobody is known,
 * and the request must not be served. Safe for use by many threads.
 */
public final class Authenticator {
    private static final String SCHEME = "bearer ";
    private static final int CREDENTIAL_LENGTH_MAX = 16_384;
    private static final Authentication NO_CREDENTIAL =
            new Authentication.Unknown(
                    "a credential is needed: send 'Authorization: Bearer' with a token; commands"
                            + " take --token-file");
    private static final Authentication UNKNOWN_TOKEN =
            new Authentication.Unknown("the token is unknown, expired or revoked");

    private final AccessSettings settings;
    private final KnownTokens tokens;
    private final Map<String, BearerCheck> issuers;
    private final Certificates certificates;

    private Authenticator(
            AccessSettings settings,
            KnownTokens tokens,
            Map<String, BearerCheck> issuers,
            Certificates certificates) {
        this.settings = settings;
        this.tokens = tokens;
        this.issuers = issuers;
        this.certificates = certificates;
    }

    /** @param documents where the tokens are kept; stays the caller's to close */
    public static Authenticator of(
            AccessSettings settings, DocumentStore documents, InstantSource clock) {
        var issuers = new LinkedHashMap<String, BearerCheck>();
        settings.issuers()
                .forEach(issuer -> issuers.put(issuer.issuer(), new OidcVerifier(issuer, clock)));
        var tokens = new KnownTokens(new Tokens(documents, clock), clock, settings.revokedWithin());
        return new Authenticator(
                settings, tokens, issuers, new Certificates(settings.certificates(), clock));
    }

    /** @param authorization the header of that name; null if there is none */
    public Authentication authenticate(@Nullable String authorization) {
        return authenticate(authorization, null);
    }

    /**
     * A token goes before a certificate: who sends one is known by it, or by nothing. Roles of both never add up.
     *
     * @param authorization the header of that name; null if there is none
     * @param certificate of the connection, whose chain was checked; null if there is none
     */
    public Authentication authenticate(
            @Nullable String authorization, @Nullable X509Certificate certificate) {
        if (!settings.isConfigured()) {
            return new Authentication.Known(Caller.LOCAL);
        }
        if (authorization == null || authorization.isBlank()) {
            return withoutToken(certificate);
        }
        return withToken(authorization);
    }

    private Authentication withoutToken(@Nullable X509Certificate certificate) {
        return certificate == null || settings.certificates().isEmpty()
                ? NO_CREDENTIAL
                : certificates.check(certificate);
    }

    private Authentication withToken(String authorization) {
        if (authorization.length() > CREDENTIAL_LENGTH_MAX
                || !authorization.toLowerCase(Locale.ROOT).startsWith(SCHEME)) {
            return new Authentication.Unknown("only bearer tokens of a usual length are accepted");
        }
        String bearer = authorization.substring(SCHEME.length()).strip();
        return AccessToken.looksLike(bearer) ? byToken(bearer) : byIssuer(bearer);
    }

    private Authentication byToken(String bearer) {
        if (settings.tokens() == AccessSettings.StoredTokens.REFUSED) {
            return UNKNOWN_TOKEN;
        }
        Optional<Caller> caller = AccessToken.parse(bearer).flatMap(tokens::check);
        return caller.<Authentication>map(Authentication.Known::new).orElse(UNKNOWN_TOKEN);
    }

    private Authentication byIssuer(String bearer) {
        return OidcVerifier.issuerOf(bearer)
                .map(issuers::get)
                .map(check -> check.check(bearer))
                .orElse(UNKNOWN_TOKEN);
    }
}
