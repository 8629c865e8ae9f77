package holdfast.access.oidc;

import holdfast.model.InvalidRequestException;
import java.net.InetAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An issuer of bearer tokens, and what its tokens are good for.
 *
 * @param issuer what the claim {@code iss} must be, to the letter
 * @param audience what the claim {@code aud} must contain
 * @param keys where its keys are; null to ask the issuer's discovery document
 * @param algorithms that a signature may have; only ones with a public key
 * @param clockSkew how far the issuer's clock may be off
 * @param nameClaim the claim that people know a caller by
 * @param rules who has which role; who meets none may do nothing
 * @param timing how long keys are trusted
 */
public record OidcSettings(
        String issuer,
        String audience,
        @Nullable URI keys,
        Set<String> algorithms,
        Duration clockSkew,
        String nameClaim,
        List<ClaimRule> rules,
        KeyTiming timing) {
    public static final Set<String> USUAL_ALGORITHMS = Set.of("RS256", "ES256");
    public static final Duration USUAL_SKEW = Duration.ofSeconds(60);
    public static final String USUAL_NAME = "sub";

    private static final Set<String> KNOWN_ALGORITHMS =
            Set.of("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512");
    private static final Duration SKEW_MAX = Duration.ofMinutes(5);
    private static final int ISSUER_LENGTH_MAX = 200;

    /**
     * How long keys are trusted.
     *
     * @param cachedFor how long keys are used without a look at the issuer
     * @param askedAtMostEvery how often an unknown key lets the issuer be asked again
     * @param withoutIssuerFor how long the last keys are used while the issuer cannot be reached
     */
    public record KeyTiming(
            Duration cachedFor, Duration askedAtMostEvery, Duration withoutIssuerFor) {
        public static final KeyTiming DEFAULT =
                new KeyTiming(Duration.ofMinutes(5), Duration.ofSeconds(30), Duration.ofHours(4));

        public KeyTiming {
            if (!askedAtMostEvery.isPositive() || askedAtMostEvery.compareTo(cachedFor) >= 0) {
                throw new InvalidRequestException(
                        "an issuer must be asked for new keys more often than its keys are cached for");
            }
        }
    }

    public OidcSettings {
        algorithms = Set.copyOf(algorithms);
        rules = List.copyOf(rules);
        checkAddress("issuer", URI.create(issuer));
        if (issuer.length() > ISSUER_LENGTH_MAX) {
            throw new InvalidRequestException("the issuer's name is too long");
        }
        if (audience.isBlank()) {
            throw new InvalidRequestException(
                    "an issuer needs an audience: its tokens for others must not open this server");
        }
        if (keys != null) {
            checkAddress("keys", keys);
        }
        if (algorithms.isEmpty() || !KNOWN_ALGORITHMS.containsAll(algorithms)) {
            throw new InvalidRequestException(
                    "algorithms of an issuer must be of " + KNOWN_ALGORITHMS);
        }
        if (clockSkew.isNegative() || clockSkew.compareTo(SKEW_MAX) > 0) {
            throw new InvalidRequestException("a clock may be off by at most 5 minutes");
        }
    }

    public static OidcSettings of(String issuer, String audience, List<ClaimRule> rules) {
        return new OidcSettings(
                issuer,
                audience,
                null,
                USUAL_ALGORITHMS,
                USUAL_SKEW,
                USUAL_NAME,
                rules,
                KeyTiming.DEFAULT);
    }

    /** Who can change what is fetched on its way can make tokens: plain HTTP is for this machine only. */
    static void checkAddress(String what, URI address) {
        boolean secure = "https".equals(address.getScheme());
        boolean local = "http".equals(address.getScheme()) && isLoopback(address.getHost());
        if (address.getHost() == null || address.getUserInfo() != null || !(secure || local)) {
            throw new InvalidRequestException(
                    "the address of the "
                            + what
                            + " must be an https one, without user and password");
        }
    }

    private static boolean isLoopback(@Nullable String host) {
        if (host == null
                || !(host.equals("localhost") || host.matches("127\\.[0-9.]+|\\[[0-9a-f:]+]"))) {
            return false;
        }
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (java.net.UnknownHostException e) {
            return false;
        }
    }
}
