package holdfast.access.oidc;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import com.nimbusds.jose.KeySourceException;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKMatcher;
import com.nimbusds.jose.jwk.JWKSelector;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.jwk.source.JWKSourceBuilder;
import com.nimbusds.jose.jwk.source.RateLimitReachedException;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jose.util.DefaultResourceRetriever;
import holdfast.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The keys of an issuer: fetched when first needed, kept for a while, fetched again when a token names one that is not among them, though
 * not more often than allowed, and kept longer while the issuer cannot be reached.
 */
final class IssuerKeys implements JWKSource<SecurityContext> {
    private static final int TIMEOUT_MILLIS = 5_000;
    private static final int BYTES_MAX = 256 * 1024;
    private static final Duration NOT_ASKED_AGAIN_FOR = Duration.ofSeconds(2);

    private static final JWKSelector ANY = new JWKSelector(new JWKMatcher.Builder().build());

    private final OidcSettings settings;
    private final DefaultResourceRetriever retriever =
            new DefaultResourceRetriever(TIMEOUT_MILLIS, TIMEOUT_MILLIS, BYTES_MAX);

    @GuardedBy("this")
    private @Nullable JWKSource<SecurityContext> source;

    @GuardedBy("this")
    private @Nullable KeySourceException failure;

    @GuardedBy("this")
    private long failedAt;

    IssuerKeys(OidcSettings settings) {
        this.settings = settings;
    }

    @Override
    public List<JWK> get(JWKSelector selector, @Nullable SecurityContext context)
            throws KeySourceException {
        JWKSource<SecurityContext> known = source();
        try {
            return known.get(selector, context);
        } catch (RateLimitReachedException e) {
            // Not asked again so soon. Where keys are known, the wanted one is just not among them:
            // anybody can make up its name.
            if (known.get(ANY, context).isEmpty()) {
                throw e;
            }
            return List.of();
        }
    }

    /** Whoever comes while another asks the issuer gets the same answer, also if there is none. */
    private synchronized JWKSource<SecurityContext> source() throws KeySourceException {
        JWKSource<SecurityContext> known = source;
        if (known != null) {
            return known;
        }
        KeySourceException before = failure;
        if (before != null && System.nanoTime() - failedAt < NOT_ASKED_AGAIN_FOR.toNanos()) {
            throw new KeySourceException(before.getMessage(), before);
        }
        try {
            known = made();
            source = known;
            failure = null;
            return known;
        } catch (KeySourceException e) {
            failure = e;
            failedAt = System.nanoTime();
            throw e;
        }
    }

    private JWKSource<SecurityContext> made() throws KeySourceException {
        var timing = settings.timing();
        try {
            return JWKSourceBuilder.create(address().toURL(), retriever)
                    .cache(timing.cachedFor().toMillis(), TIMEOUT_MILLIS)
                    .refreshAheadCache(false)
                    .rateLimited(timing.askedAtMostEvery().toMillis())
                    .outageTolerant(timing.withoutIssuerFor().toMillis())
                    .build();
        } catch (IOException | IllegalArgumentException e) {
            throw new KeySourceException("the keys of the issuer cannot be found", e);
        }
    }

    private URI address() throws IOException {
        if (settings.keys() != null) {
            return settings.keys();
        }
        String base = settings.issuer().replaceFirst("/$", "");
        URI discovery = URI.create(base + "/.well-known/openid-configuration");
        JsonObject found =
                JsonObject.parse(retriever.retrieveResource(discovery.toURL()).getContent());
        if (!found.text("issuer").equals(settings.issuer())) {
            throw new IOException("the discovery document is another issuer's");
        }
        URI keys = URI.create(found.text("jwks_uri"));
        OidcSettings.checkAddress("keys", keys);
        return keys;
    }
}
