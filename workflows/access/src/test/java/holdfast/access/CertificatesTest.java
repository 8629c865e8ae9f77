package holdfast.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import holdfast.model.InvalidRequestException;
import holdfast.model.Prefix;
import holdfast.model.Resource;
import holdfast.store.memory.MemoryDocumentStore;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import javax.security.auth.x500.X500Principal;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whom certificates name, and what rules make of it. */
final class CertificatesTest {
    private static final Grant OPERATOR = new Grant(Role.OPERATOR, Set.of(new Prefix("shop")));
    private static final Resource SHOP = Resource.parse("shop/production");

    private Instant now = Instant.now().plusSeconds(60);
    private final InstantSource clock = () -> now;

    private X509Certificate certificate(String subject, String... alternativeNames)
            throws Exception {
        return Written.certificate(
                new X500Principal(subject), List.of(alternativeNames), now.minusSeconds(60));
    }

    private Authenticator with(CertificateRule... rules) {
        return Authenticator.of(
                new AccessSettings(
                        AccessSettings.StoredTokens.ACCEPTED,
                        Duration.ZERO,
                        List.of(),
                        List.of(rules)),
                new MemoryDocumentStore(),
                clock);
    }

    private static CertificateRule rule(
            @Nullable String subject, @Nullable String alternativeName) {
        return CertificateRule.parse(subject, alternativeName, OPERATOR);
    }

    private static Caller caller(Authentication authentication) {
        assertThat(authentication).isInstanceOf(Authentication.Known.class);
        return ((Authentication.Known) authentication).caller();
    }

    private static boolean mayLock(Caller caller, Resource resource) {
        return Access.decide(caller.grants(), Action.ACQUIRE, resource).isAllowed();
    }

    @Test
    void whoseSubjectARuleNamesHasItsRoleBelowItsPrefixes() throws Exception {
        X509Certificate ci = certificate("CN=ci, OU=build, O=\"Acme, Inc.\"");

        Caller caller = caller(with(rule("cn=ci, O=Acme\\, Inc.", null)).authenticate(null, ci));

        assertThat(caller.identity()).isEqualTo("certificate:CN=ci,OU=build,O=Acme\\, Inc.");
        assertThat(caller.name()).isEqualTo("ci");
        assertThat(mayLock(caller, SHOP)).isTrue();
        assertThat(mayLock(caller, Resource.parse("bank"))).isFalse();
        assertThat(Access.decide(caller.grants(), Action.FORCE_UNLOCK, SHOP).isAllowed()).isFalse();
    }

    @Test
    void whomNoRuleNamesIsKnownAndMayDoNothing() throws Exception {
        X509Certificate other = certificate("CN=other,O=Acme", "dns:ci.acme.example");

        Caller caller =
                caller(
                        with(rule("CN=ci", null), rule(null, "uri:ci.acme.example"))
                                .authenticate(null, other));

        assertThat(caller.grants()).isEmpty();
        assertThat(Access.decide(caller.grants(), Action.READ, SHOP).isAllowed()).isFalse();
    }

    /** All of these have, for one who reads carelessly, the subject CN=ci,O=Acme. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "CN=\"ci,O=Acme\", O=Evil",
                "CN=\"x,CN=ci,O=Acme\"",
                "CN=x\\, CN=ci\\, O=Acme",
                "CN=ci+CN=x, O=Acme",
                "CN=x+CN=ci, O=Acme",
                "CN=ci, CN=x, O=Acme",
                "CN=x, CN=ci, O=Acme",
                "CN=ci, O=Acme+O=Evil",
                "CN=\"ci+O=Acme\"",
                "CN=ci, OU=Acme, OU=\"O=Acme\"",
                "CN=CI, O=Acme",
                "CN=cix, O=Acme",
                "CN=xci, O=Acme",
                "OU=ci, O=Acme",
                "O=ci, CN=Acme",
                "UID=ci, O=Acme"
            })
    void noSubjectIsTakenForAnother(String subject) throws Exception {
        Caller caller =
                caller(with(rule("CN=ci,O=Acme", null)).authenticate(null, certificate(subject)));

        assertThat(caller.grants()).isEmpty();
        assertThat(caller.identity()).isNotEqualTo("certificate:CN=ci,O=Acme");
    }

    @Test
    void aNameThatIsNoTextMakesNobodyKnown() throws Exception {
        byte[] octets = HexFormat.of().parseHex("04026369");
        byte[] commonName = HexFormat.of().parseHex("0603550403");
        byte[] subject =
                Written.der(0x30, Written.der(0x31, Written.der(0x30, commonName, octets)));
        X509Certificate odd =
                Written.certificate(
                        new X500Principal(subject),
                        List.of("dns:ci.example"),
                        now.minusSeconds(60));

        assertThat(with(rule(null, "dns:ci.example")).authenticate(null, odd))
                .isInstanceOf(Authentication.Unknown.class);
    }

    @Test
    void attributesInOneStepOfASubjectAreAttributesAsOthers() throws Exception {
        X509Certificate ci = certificate("CN=ci+UID=7, O=Acme, EMAILADDRESS=ci@acme.example");

        Caller caller =
                caller(
                        with(rule("CN=ci,UID=*,EMAILADDRESS=*@acme.example", null))
                                .authenticate(null, ci));

        assertThat(mayLock(caller, SHOP)).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "uri:spiffe://acme/ci, -, true",
                "uri:spiffe://acme/*, -, true",
                "uri:spiffe://acme/c, -, false",
                "uri:spiffe://acme/CI, -, false",
                "dns:spiffe://acme/ci, -, false",
                "dns:ci.acme.example, -, true",
                "dns:*.acme.example, -, true",
                "dns:acme.example, -, false",
                "email:ci@acme.example, -, true",
                "email:*@evil.example, -, false",
                "uri:spiffe://acme/ci, CN=other, false",
                "uri:spiffe://acme/ci, O=SPIRE, true"
            })
    void anAlternativeNameIsComparedWithItsKind(
            String alternativeName, @Nullable String subject, boolean allowed) throws Exception {
        X509Certificate ci =
                certificate(
                        "O=SPIRE",
                        "uri:spiffe://acme/ci",
                        "dns:ci.acme.example",
                        "email:ci@acme.example");

        Caller caller = caller(with(rule(subject, alternativeName)).authenticate(null, ci));

        assertThat(mayLock(caller, SHOP)).isEqualTo(allowed);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "O=SPIRE | uri:spiffe://acme/ci,dns:ci.example | certificate:uri:spiffe://acme/ci | spiffe://acme/ci",
                "O=Acme | dns:ci.example | certificate:dns:ci.example | ci.example",
                "CN=ci,O=Acme | dns:ci.example | certificate:CN=ci,O=Acme | ci",
                "O=Acme | dns:a.example,dns:b.example | certificate:O=Acme | O=Acme"
            })
    void whoeverHasACertificateHasANameOfItsOwn(
            String subject, String alternativeNames, String identity, String name)
            throws Exception {
        Caller caller =
                caller(
                        with(rule("CN=ci", null))
                                .authenticate(
                                        null, certificate(subject, alternativeNames.split(","))));

        assertThat(caller.identity()).isEqualTo(identity);
        assertThat(caller.name()).isEqualTo(name);
    }

    @Test
    void whoeverSendsATokenIsKnownByItOrNotAtAll() throws Exception {
        X509Certificate ci = certificate("CN=ci");
        var documents = new MemoryDocumentStore();
        String token =
                new Tokens(documents, clock)
                        .create(
                                new Tokens.Wish(
                                        "viewer",
                                        List.of(Grant.everywhere(Role.VIEWER)),
                                        "test",
                                        null))
                        .token()
                        .reveal();
        var authenticator =
                Authenticator.of(
                        new AccessSettings(
                                AccessSettings.StoredTokens.ACCEPTED,
                                Duration.ZERO,
                                List.of(),
                                List.of(rule("CN=ci", null))),
                        documents,
                        clock);

        Caller caller = caller(authenticator.authenticate("Bearer " + token, ci));

        assertThat(caller.identity()).isEqualTo("token:viewer");
        assertThat(mayLock(caller, SHOP)).isFalse();
        assertThat(authenticator.authenticate("Bearer wrong", ci))
                .isInstanceOf(Authentication.Unknown.class);
        assertThat(authenticator.authenticate("Basic Y2k6", ci))
                .isInstanceOf(Authentication.Unknown.class);
        assertThat(authenticator.authenticate(null, null))
                .isInstanceOf(Authentication.Unknown.class);
    }

    @Test
    void aCertificateThatIsNotValidNowIsRefusedAlsoOnAConnectionThatBeganBefore() throws Exception {
        X509Certificate ci = certificate("CN=ci");
        Authenticator authenticator = with(rule("CN=ci", null));
        assertThat(mayLock(caller(authenticator.authenticate(null, ci)), SHOP)).isTrue();

        now = now.plus(Duration.ofDays(11));
        assertThat(authenticator.authenticate(null, ci)).isInstanceOf(Authentication.Unknown.class);
        now = now.minus(Duration.ofDays(30));
        assertThat(authenticator.authenticate(null, ci)).isInstanceOf(Authentication.Unknown.class);
    }

    @Test
    void withoutRulesACertificateIsNoCredential() throws Exception {
        assertThat(with().authenticate(null, certificate("CN=ci")))
                .isInstanceOf(Authentication.Unknown.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "- | - | everybody",
                "ci | - | each name once",
                "CN=a,CN=b | - | each name once",
                "CN=a+cn=b | - | each name once",
                "CN=ci,E=x | - | CN, DC",
                "OID.2.5.4.3=ci | - | CN, DC",
                "CN=#0c026369 | - | each name once",
                "- | ci.acme.example | uri:, dns: or email:",
                "- | ip:10.0.0.1 | uri:, dns: or email:",
                "- | dns: | uri:, dns: or email:"
            })
    void aRuleThatCouldMeanTooMuchOrNothingIsRefused(
            @Nullable String subject, @Nullable String alternativeName, String said) {
        assertThatThrownBy(() -> rule(subject, alternativeName))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining(said);
    }
}
