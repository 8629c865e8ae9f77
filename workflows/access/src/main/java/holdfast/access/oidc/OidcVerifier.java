package holdfast.access.oidc;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.KeySourceException;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.DefaultJOSEObjectTypeVerifier;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.nimbusds.jwt.proc.DefaultJWTClaimsVerifier;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import holdfast.access.Authentication;
import holdfast.access.BearerCheck;
import holdfast.access.Caller;
import holdfast.access.Grant;
import holdfast.access.Shown;
import holdfast.model.Owner;
import java.text.ParseException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks the bearer tokens of one issuer: signature by one of its keys with an allowed algorithm, issuer, audience, and time. Safe for use
 * by many threads.
 */
public final class OidcVerifier implements BearerCheck {
    private static final Logger LOG = LoggerFactory.getLogger(OidcVerifier.class);
    private static final int SUBJECT_LENGTH_MAX = 255; // as OpenID Connect says
    private static final Authentication REFUSED =
            new Authentication.Unknown("the bearer token is not valid here, or no longer");

    private static final Duration BETWEEN_WARNINGS = Duration.ofMinutes(1);

    private final OidcSettings settings;
    private final AtomicLong warnedAt =
            new AtomicLong(System.nanoTime() - BETWEEN_WARNINGS.toNanos());
    private final DefaultJWTProcessor<SecurityContext> processor = new DefaultJWTProcessor<>();

    public OidcVerifier(OidcSettings settings, InstantSource clock) {
        this.settings = settings;
        Set<JWSAlgorithm> algorithms =
                settings.algorithms().stream().map(JWSAlgorithm::parse).collect(Collectors.toSet());
        processor.setJWSKeySelector(
                new JWSVerificationKeySelector<>(algorithms, new IssuerKeys(settings)));
        processor.setJWSTypeVerifier(
                new DefaultJOSEObjectTypeVerifier<>(
                        JOSEObjectType.JWT, new JOSEObjectType("at+jwt"), null));
        processor.setJWTClaimsSetVerifier(claims(settings, clock));
    }

    private static DefaultJWTClaimsVerifier<SecurityContext> claims(
            OidcSettings settings, InstantSource clock) {
        var verifier =
                new DefaultJWTClaimsVerifier<SecurityContext>(
                        settings.audience(),
                        new JWTClaimsSet.Builder().issuer(settings.issuer()).build(),
                        Set.of("sub", "exp")) {
                    @Override
                    protected Date currentTime() {
                        return Date.from(clock.instant());
                    }
                };
        verifier.setMaxClockSkew((int) settings.clockSkew().toSeconds());
        return verifier;
    }

    /** Who a bearer token says has issued it, before anything is proven; empty if it is no signed JWT. */
    public static Optional<String> issuerOf(String bearer) {
        try {
            JWTClaimsSet claims = SignedJWT.parse(bearer).getJWTClaimsSet();
            return Optional.ofNullable(claims).map(JWTClaimsSet::getIssuer);
        } catch (ParseException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    @Override
    public Authentication check(String bearer) {
        try {
            return known(processor.process(bearer, null));
        } catch (KeySourceException e) {
            warn(e);
            return new Authentication.Undecided(
                    "the keys of the issuer cannot be read now: try again later");
        } catch (ParseException | BadJOSEException | JOSEException e) {
            // Why is for the operator only, and the token itself for nobody.
            LOG.debug("a bearer token of {} was refused: {}", settings.issuer(), e.getMessage());
            return REFUSED;
        }
    }

    /** Whoever can connect comes here as often as it likes. */
    private void warn(KeySourceException e) {
        long now = System.nanoTime();
        long before = warnedAt.get();
        if (now - before >= BETWEEN_WARNINGS.toNanos() && warnedAt.compareAndSet(before, now)) {
            LOG.warn("the keys of {} cannot be read: {}", settings.issuer(), e.getMessage());
        }
    }

    private Authentication known(JWTClaimsSet claims) throws ParseException {
        String subject = claims.getSubject();
        // Changed to be shown, two subjects might become one.
        if (subject.isBlank()
                || subject.length() > SUBJECT_LENGTH_MAX
                || !Shown.of(subject).equals(subject)) {
            return REFUSED;
        }
        Map<String, Object> said = claims.getClaims();
        List<Grant> grants =
                settings.rules().stream()
                        .filter(rule -> rule.matches(said))
                        .map(ClaimRule::grant)
                        .toList();
        String identity = "oidc:" + settings.issuer() + "|" + subject;
        return new Authentication.Known(new Caller(identity, nameOf(claims, subject), grants));
    }

    private String nameOf(JWTClaimsSet claims, String subject) throws ParseException {
        String name = claims.getStringClaim(settings.nameClaim());
        return Shown.of(name == null || name.isBlank() ? subject : name, Owner.NAME_LENGTH_MAX);
    }
}
