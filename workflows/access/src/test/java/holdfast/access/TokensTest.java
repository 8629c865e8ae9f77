package holdfast.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import holdfast.model.InvalidRequestException;
import holdfast.model.Prefix;
import holdfast.model.RequestId;
import holdfast.store.DocumentKey;
import holdfast.store.DocumentStore;
import holdfast.store.StoreException;
import holdfast.store.memory.MemoryDocumentStore;
import holdfast.store.sqlite.SqliteDocumentStore;
import holdfast.store.sqlite.SqliteOptions;
import holdfast.store.testkit.WatchedDocuments;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TokensTest {
    private static final AccessSettings WITH_TOKENS =
            new AccessSettings(
                    AccessSettings.StoredTokens.ACCEPTED, Duration.ofSeconds(5), List.of());

    @TempDir private Path folder;
    private Instant now = Instant.parse("2026-03-01T12:00:00Z");
    private DocumentStore documents;
    private Tokens tokens;
    private Authenticator authenticator;

    @BeforeEach
    void open() {
        documents = SqliteDocumentStore.open(folder.resolve("locks.db"), SqliteOptions.defaults());
        tokens = new Tokens(documents, () -> now);
        authenticator = Authenticator.of(WITH_TOKENS, documents, () -> now);
    }

    @AfterEach
    void close() {
        documents.close();
    }

    private Tokens.Created ci() {
        return tokens.create(
                new Tokens.Wish(
                        "ci",
                        List.of(new Grant(Role.OPERATOR, Set.of(new Prefix("shop")))),
                        "alice",
                        Duration.ofDays(1)));
    }

    private Authentication present(String token) {
        return authenticator.authenticate("Bearer " + token);
    }

    private boolean opens(Tokens.Created created) {
        return present(created.token().reveal()) instanceof Authentication.Known;
    }

    @Test
    void aTokenTellsWhoItsHolderIsAndWhatItMayDo() {
        Tokens.Created created = ci();

        assertThat(present(created.token().reveal()))
                .isEqualTo(
                        new Authentication.Known(
                                new Caller(
                                        "token:ci",
                                        "ci",
                                        List.of(
                                                new Grant(
                                                        Role.OPERATOR,
                                                        Set.of(new Prefix("shop")))))));
    }

    @Test
    void theSecretIsNowhereInTheStoreNorInWhatIsPrinted() {
        Tokens.Created created = ci();
        String secret = created.token().reveal().substring(20);

        String stored =
                new String(
                        documents
                                .get(new DocumentKey("access/tokens/" + created.record().id()))
                                .orElseThrow()
                                .body(),
                        StandardCharsets.UTF_8);

        assertThat(stored).contains("\"hash\"").doesNotContain(secret);
        assertThat(created.toString()).doesNotContain(secret);
        assertThat(present(created.token().reveal() + "x").toString()).doesNotContain(secret);
    }

    @Test
    void aTokenWithOneWrongCharacterOpensNothing() {
        String right = ci().token().reveal();
        for (int i = "hf_".length(); i < right.length() - 1; i++) {
            char other = right.charAt(i) == 'a' ? 'b' : 'a';
            String wrong = right.substring(0, i) + other + right.substring(i + 1);
            assertThat(present(wrong)).isInstanceOf(Authentication.Unknown.class);
        }
    }

    @Test
    void anExpiredTokenOpensNothingFromTheInstantItEnds() {
        Tokens.Created created = ci();

        now = now.plus(Duration.ofDays(1)).minusMillis(1);
        assertThat(opens(created)).isTrue();
        now = now.plusMillis(1);
        assertThat(opens(created)).isFalse();
    }

    @Test
    void aRevokedTokenStopsWorkingWithinTheTimeThatTheSettingsSay() {
        Tokens.Created created = ci();
        assertThat(opens(created)).isTrue();

        assertThat(tokens.revoke(created.record().id(), "bob")).isPresent();

        now = now.plus(WITH_TOKENS.revokedWithin());
        assertThat(opens(created)).isFalse();
        assertThat(tokens.list())
                .singleElement()
                .satisfies(token -> {
                    assertThat(token.revokedBy()).isEqualTo("bob");
                    assertThat(token.state(now)).isEqualTo(TokenRecord.State.REVOKED);
                });
    }

    @Test
    void whatIsRememberedOfATokenOutlivesNoClockThatIsSetBack() {
        Tokens.Created created = ci();
        assertThat(opens(created)).isTrue();
        tokens.revoke(created.record().id(), "bob");

        now = now.minus(Duration.ofHours(1));

        assertThat(opens(created)).isFalse();
    }

    @Test
    void aNewTokenWorksAtOnceEvenIfItWasTriedBefore() {
        assertThat(present("hf_0123456789abcdef_" + "A".repeat(43)))
                .isInstanceOf(Authentication.Unknown.class);
        assertThat(opens(ci())).isTrue();
    }

    @Test
    void toRevokeWhatIsNotThereSaysSo() {
        assertThat(tokens.revoke("0123456789abcdef", "bob")).isEmpty();
        assertThat(tokens.revoke("../../states", "bob")).isEmpty();
    }

    @Test
    void aTokenWithoutARoleIsRefused() {
        assertThatThrownBy(() -> tokens.create(new Tokens.Wish("ci", List.of(), "alice", null)))
                .isInstanceOf(InvalidRequestException.class);
        assertThat(tokens.list()).isEmpty();
    }

    @Test
    void aBrokenRecordOpensNothingAndIsNotRepeated() {
        documents.put(
                new DocumentKey("access/tokens/0123456789abcdef"),
                null,
                "{\"hash\":\"hush".getBytes(StandardCharsets.UTF_8));

        assertThatThrownBy(() -> present("hf_0123456789abcdef_" + "A".repeat(43)))
                .isInstanceOf(StoreException.Corrupted.class)
                .hasMessageNotContaining("hush");
    }

    @Test
    void withoutACredentialNobodyIsKnown() {
        assertThat(authenticator.authenticate(null)).isInstanceOf(Authentication.Unknown.class);
        assertThat(authenticator.authenticate("Basic YTpi"))
                .isInstanceOf(Authentication.Unknown.class);
        assertThat(authenticator.authenticate("Bearer " + "x".repeat(20_000)))
                .isInstanceOf(Authentication.Unknown.class);
        assertThat(authenticator.authenticate("bearer a.b.c"))
                .isInstanceOf(Authentication.Unknown.class);
    }

    @Test
    void withoutConfiguredAccessTheCallerIsTheLocalOne() {
        assertThat(Authenticator.of(AccessSettings.NONE, documents, () -> now).authenticate(null))
                .isEqualTo(new Authentication.Known(Caller.LOCAL));
    }

    @Test
    void aMadeUpTokenIsLookedForOnceAndAgainWhenAMomentIsOver() {
        var watched = new WatchedDocuments(new MemoryDocumentStore());
        authenticator = Authenticator.of(WITH_TOKENS, watched, () -> now);
        String madeUp = "hf_0123456789abcdef_" + "A".repeat(43);

        for (int i = 0; i < 50; i++) {
            assertThat(present(madeUp)).isInstanceOf(Authentication.Unknown.class);
        }
        assertThat(watched.gets()).isEqualTo(1);

        now = now.plusSeconds(1);
        present(madeUp);
        assertThat(watched.gets()).isEqualTo(2);
    }

    @Test
    void howeverManyTokensAreMadeUpAGoodOneIsStillKnown() {
        var watched = new WatchedDocuments(new MemoryDocumentStore());
        tokens = new Tokens(watched, () -> now);
        authenticator = Authenticator.of(WITH_TOKENS, watched, () -> now);
        Tokens.Created good = ci();
        assertThat(opens(good)).isTrue();

        for (int i = 0; i < 11_000; i++) {
            present("hf_%016x_".formatted(i) + "A".repeat(43));
        }
        int before = watched.gets();

        assertThat(opens(good)).isTrue();
        assertThat(watched.gets()).isEqualTo(before);
    }

    private Tokens.Created requested(String name) {
        return requested(tokens, name);
    }

    private static Tokens.Created requested(Tokens tokens, String name) {
        return tokens.create(
                new Tokens.Wish(
                        name,
                        List.of(new Grant(Role.OPERATOR, Set.of(new Prefix("shop")))),
                        "alice",
                        Duration.ofDays(1)),
                new RequestId("deploy-7"));
    }

    @Test
    void aRequestThatIsRepeatedMakesOneTokenAndOnlyWhatWasShownLastOpensAnything() {
        Tokens.Created first = requested("ci");
        now = now.plusSeconds(60);

        Tokens.Created again = requested("ci");

        assertThat(tokens.list()).containsExactly(first.record());
        assertThat(again.record()).isEqualTo(first.record());
        assertThat(again.secret()).isEqualTo(Tokens.Secret.REPLACED);
        assertThat(opens(again)).isTrue();
        assertThat(opens(first)).isFalse();
    }

    @Test
    void aCopyOfARequestThatIsOvertakenLeavesWhatTheFasterOneWasTold() {
        var faster = new ArrayList<Tokens.Created>();
        Tokens quick = tokens;
        // A token is dated after it was looked for and before it is stored.
        tokens =
                new Tokens(
                        documents,
                        () -> {
                            if (faster.isEmpty()) {
                                faster.add(requested(quick, "ci"));
                            }
                            return now;
                        });

        assertThatThrownBy(() -> requested("ci")).isInstanceOf(StoreException.Unavailable.class);

        assertThat(opens(faster.getFirst())).isTrue();
    }

    @Test
    void aRequestForAnotherTokenOrOneThatComesTooLateIsToldWhichTokenItMade() {
        Tokens.Created first = requested("ci");

        assertThatThrownBy(() -> requested("somebody else"))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining(first.record().id());

        now = now.plus(Duration.ofMinutes(11));
        assertThatThrownBy(() -> requested("ci")).hasMessageContaining(first.record().id());
        assertThat(opens(first)).isTrue();

        now = now.minus(Duration.ofMinutes(10));
        tokens.revoke(first.record().id(), "alice");
        assertThatThrownBy(() -> requested("ci")).hasMessageContaining(first.record().id());
    }
}
