package holdfast.access.oidc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import holdfast.access.AccessSettings;
import holdfast.access.Authentication;
import holdfast.access.Authenticator;
import holdfast.access.Caller;
import holdfast.access.Grant;
import holdfast.access.Role;
import holdfast.model.InvalidRequestException;
import holdfast.model.Prefix;
import holdfast.store.memory.MemoryDocumentStore;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Against an issuer on loopback, as a CI system would be one. */
final class OidcVerifierTest {
    private static final Grant DEPLOYS_SHOP = new Grant(Role.OPERATOR, Set.of(new Prefix("shop")));
    private static final Duration SKEW = Duration.ofSeconds(60);

    private Issuer issuer;
    private Instant now = Instant.parse("2026-03-01T12:00:00Z");

    @BeforeEach
    void start() throws Exception {
        issuer = new Issuer();
    }

    @AfterEach
    void stop() {
        issuer.close();
    }

    private OidcVerifier verifier(Duration askedAtMostEvery) {
        return new OidcVerifier(settings(askedAtMostEvery), () -> now);
    }

    private OidcSettings settings(Duration askedAtMostEvery) {
        return new OidcSettings(
                issuer.url(),
                "holdfast",
                null,
                OidcSettings.USUAL_ALGORITHMS,
                SKEW,
                "job",
                List.of(
                        new ClaimRule(
                                Map.of("repository", "acme/shop", "ref", "refs/heads/*"),
                                DEPLOYS_SHOP)),
                new OidcSettings.KeyTiming(
                        Duration.ofMinutes(5), askedAtMostEvery, Duration.ofHours(1)));
    }

    private OidcVerifier verifier() {
        return verifier(Duration.ofMillis(1));
    }

    private JWTClaimsSet.Builder claims() {
        return new JWTClaimsSet.Builder()
                .issuer(issuer.url())
                .audience("holdfast")
                .subject("repo:acme/shop")
                .claim("repository", "acme/shop")
                .claim("ref", "refs/heads/main")
                .claim("job", "deploy #12")
                .issueTime(Date.from(now))
                .expirationTime(Date.from(now.plusSeconds(300)));
    }

    @Test
    void aJobIsKnownByItsClaimsAndHasTheRoleThatTheyGive() throws Exception {
        assertThat(verifier().check(issuer.sign(claims().build())))
                .isEqualTo(
                        new Authentication.Known(
                                new Caller(
                                        "oidc:" + issuer.url() + "|repo:acme/shop",
                                        "deploy #12",
                                        List.of(DEPLOYS_SHOP))));
    }

    @Test
    void theAuthenticatorFindsTheIssuerByItself() throws Exception {
        var settings =
                new AccessSettings(
                        AccessSettings.StoredTokens.REFUSED,
                        Duration.ofSeconds(5),
                        List.of(settings(Duration.ofSeconds(30))));
        var authenticator = Authenticator.of(settings, new MemoryDocumentStore(), () -> now);

        assertThat(authenticator.authenticate("Bearer " + issuer.sign(claims().build())))
                .isInstanceOf(Authentication.Known.class);
        assertThat(
                        authenticator.authenticate(
                                "Bearer "
                                        + issuer.sign(
                                                claims().issuer("https://other.example").build())))
                .isInstanceOf(Authentication.Unknown.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"acme/shop2", "evil/acme/shop", "ACME/shop"})
    void whoMeetsNoRuleIsKnownButHasNoRole(String repository) throws Exception {
        assertThat(verifier().check(issuer.sign(claims().claim("repository", repository).build())))
                .isInstanceOfSatisfying(
                        Authentication.Known.class,
                        known -> assertThat(known.caller().grants()).isEmpty());
    }

    @Test
    void theTokenOfAnotherAudienceIsRefused() throws Exception {
        refused(issuer.sign(claims().audience("someone-else").build()));
        refused(issuer.sign(claims().audience(List.of()).build()));
    }

    @Test
    void anExpiredTokenIsRefusedOnceTheSkewIsOver() throws Exception {
        String token = issuer.sign(claims().build());

        now = now.plusSeconds(300).plus(SKEW).minusSeconds(1);
        assertThat(verifier().check(token)).isInstanceOf(Authentication.Known.class);
        now = now.plusSeconds(2);
        refused(token);
    }

    @Test
    void aTokenFromTheFutureOrWithoutAnEndIsRefused() throws Exception {
        refused(issuer.sign(claims().notBeforeTime(Date.from(now.plusSeconds(120))).build()));
        refused(issuer.sign(claims().expirationTime(null).build()));
    }

    @Test
    void aSignatureByAnotherKeyIsRefused() throws Exception {
        refused(
                Issuer.sign(
                        claims().build(),
                        Issuer.newKey(issuer.key().getKeyID()),
                        JWSAlgorithm.RS256));
    }

    @Test
    void onlyTheAllowedAlgorithmsCount() throws Exception {
        refused(Issuer.sign(claims().build(), issuer.key(), JWSAlgorithm.RS512));
        refused(new PlainJWT(claims().build()).serialize());
        // The public key taken for a shared secret.
        var forged =
                new SignedJWT(
                        new JWSHeader.Builder(JWSAlgorithm.HS256).keyID("first").build(),
                        claims().build());
        forged.sign(new MACSigner(issuer.key().toRSAPublicKey().getEncoded()));
        refused(forged.serialize());
    }

    private void refused(String token) {
        Authentication answer = verifier().check(token);
        assertThat(answer).isInstanceOf(Authentication.Unknown.class);
        assertThat(answer.toString()).doesNotContain(token.substring(0, 20));
    }

    @Test
    void keysAreFetchedOnceForManyTokens() throws Exception {
        OidcVerifier verifier = verifier();
        for (int i = 0; i < 20; i++) {
            assertThat(verifier.check(issuer.sign(claims().build())))
                    .isInstanceOf(Authentication.Known.class);
        }

        assertThat(issuer.keyRequests()).isEqualTo(1);
    }

    @Test
    void aNewKeyIsFoundAndTheOldOneNoLongerCounts() throws Exception {
        OidcVerifier verifier = verifier();
        String old = issuer.sign(claims().build());
        assertThat(verifier.check(old)).isInstanceOf(Authentication.Known.class);

        issuer.rotate("second");

        assertThat(verifier.check(issuer.sign(claims().build())))
                .isInstanceOf(Authentication.Known.class);
        assertThat(verifier.check(old)).isInstanceOf(Authentication.Unknown.class);
    }

    @Test
    void madeUpKeysDoNotLetTheIssuerBeAskedEachTime() throws Exception {
        OidcVerifier verifier = verifier(Duration.ofMinutes(4));
        assertThat(verifier.check(issuer.sign(claims().build())))
                .isInstanceOf(Authentication.Known.class);

        for (int i = 0; i < 5; i++) {
            String forged =
                    Issuer.sign(
                            claims().build(), Issuer.newKey("made-up-" + i), JWSAlgorithm.RS256);
            assertThat(verifier.check(forged)).isInstanceOf(Authentication.Unknown.class);
        }

        assertThat(issuer.keyRequests()).isLessThanOrEqualTo(3);
        assertThat(verifier.check(issuer.sign(claims().build())))
                .isInstanceOf(Authentication.Known.class);
    }

    @Test
    void whileTheIssuerCannotBeReachedNothingIsDecided() throws Exception {
        issuer.goDown();

        assertThat(verifier().check(issuer.sign(claims().build())))
                .isInstanceOf(Authentication.Undecided.class);
    }

    @Test
    void whileNoKeysWereEverReadNothingIsDecidedHoweverOftenItIsAsked() throws Exception {
        OidcVerifier verifier = verifier(Duration.ofMinutes(4));
        issuer.hideKeys();

        for (int i = 0; i < 5; i++) {
            assertThat(verifier.check(issuer.sign(claims().build())))
                    .isInstanceOf(Authentication.Undecided.class);
        }
    }

    @Test
    void whoeverAsksAgainAndAgainDoesNotFillTheLog() throws Exception {
        OidcVerifier verifier = verifier();
        issuer.goDown();
        String token = issuer.sign(claims().build());

        String log =
                logOf(() -> {
                    for (int i = 0; i < 20; i++) {
                        verifier.check(token);
                    }
                });

        assertThat(log.lines().filter(line -> line.contains(issuer.url()))).hasSize(1);
    }

    private static String logOf(Runnable work) {
        PrintStream before = System.err;
        var log = new ByteArrayOutputStream();
        System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
        try {
            work.run();
        } finally {
            System.setErr(before);
        }
        return log.toString(StandardCharsets.UTF_8);
    }

    @Test
    void rubbishIsNoToken() {
        assertThat(OidcVerifier.issuerOf("a.b.c")).isEmpty();
        assertThat(OidcVerifier.issuerOf("")).isEmpty();
        assertThat(OidcVerifier.issuerOf("e30.e30.e30")).isEmpty();
    }

    @Test
    void anIssuerThatCouldBeImitatedIsRefusedInTheSettings() {
        assertThatThrownBy(() -> OidcSettings.of("http://issuer.example", "holdfast", List.of()))
                .isInstanceOf(InvalidRequestException.class);
        assertThatThrownBy(() -> OidcSettings.of("https://issuer.example", " ", List.of()))
                .isInstanceOf(InvalidRequestException.class);
        assertThatThrownBy(() -> new ClaimRule(Map.of(), DEPLOYS_SHOP))
                .isInstanceOf(InvalidRequestException.class);
        assertThatThrownBy(() ->
                        new OidcSettings(
                                "https://issuer.example",
                                "holdfast",
                                null,
                                Set.of("HS256"),
                                SKEW,
                                "sub",
                                List.of(),
                                OidcSettings.KeyTiming.DEFAULT))
                .isInstanceOf(InvalidRequestException.class);
    }

    @Test
    void whileTheIssuerIsDownManyCallersCostItOneRequest() throws Exception {
        issuer.goDown();
        OidcVerifier verifier = verifier();
        String token = issuer.sign(claims().build());
        try (var callers = java.util.concurrent.Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 20; i++) {
                callers.execute(() ->
                        assertThat(verifier.check(token))
                                .isInstanceOf(Authentication.Undecided.class));
            }
        }

        assertThat(issuer.discoveries()).isEqualTo(1);
    }
}
