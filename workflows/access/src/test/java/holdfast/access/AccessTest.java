package holdfast.access;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.model.Owner;
import holdfast.model.OwnerId;
import holdfast.model.Prefix;
import holdfast.model.Resource;
import holdfast.model.keys.Keys;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class AccessTest {
    private static final Resource API = Resource.parse("shop/production//api");

    private static List<Grant> below(Role role, String... prefixes) {
        return List.of(
                new Grant(
                        role,
                        Arrays.stream(prefixes).map(Prefix::new).collect(Collectors.toSet())));
    }

    private static String reason(Verdict verdict) {
        return verdict instanceof Verdict.Refused refused ? refused.reason() : "allowed";
    }

    @ParameterizedTest
    @EnumSource(
            value = Action.class,
            names = {"READ"},
            mode = EnumSource.Mode.EXCLUDE)
    void aViewerMayOnlyLook(Action action) {
        List<Grant> viewer = below(Role.VIEWER, "");

        assertThat(Access.decide(viewer, Action.READ, API).isAllowed()).isTrue();
        assertThat(Access.decide(viewer, action, API).isAllowed()).isFalse();
    }

    @ParameterizedTest
    @EnumSource(
            value = Action.class,
            names = {
                "RENEW_OF_OTHERS",
                "RELEASE_OF_OTHERS",
                "CANCEL_OF_OTHERS",
                "TRANSFER_OF_OTHERS",
                "FORCE_UNLOCK",
                "FREEZE",
                "THAW",
                "AUDIT",
                "ADMINISTER"
            })
    void whatConcernsOthersNeedsAnAdmin(Action action) {
        assertThat(Access.decide(below(Role.ADMIN, ""), action, API).isAllowed()).isTrue();
        assertThat(reason(Access.decide(below(Role.OPERATOR, ""), action, API)))
                .startsWith("the role operator may not ")
                .endsWith("that needs the role admin");
    }

    @ParameterizedTest
    @CsvSource({
        "shop, shop/production//api, true",
        "shop/production, shop/production//api, true",
        "shop/production//api, shop/production//api, true",
        "shop/production//api, shop/production//api/v2, true",
        "shop/production//api, shop/production, false",
        "shop/prod, shop/production//api, false",
        "sho, shop/production, false",
        "shop/production, shop, false",
        "shop/production//api, shop/production//api2, false",
        "other, shop, false",
    })
    void aRoleHoldsBelowItsPrefixByWholeSegments(String prefix, String resource, boolean allowed) {
        assertThat(
                        Access.decide(
                                        below(Role.OPERATOR, prefix),
                                        Action.ACQUIRE,
                                        Resource.parse(resource))
                                .isAllowed())
                .isEqualTo(allowed);
    }

    @Test
    void aRefusalForThePlaceNamesThePlaces() {
        assertThat(
                        reason(
                                Access.decide(
                                        below(Role.OPERATOR, "shop", "blog"),
                                        Action.ACQUIRE,
                                        Resource.parse("bank//ledger"))))
                .isEqualTo(
                        "may acquire locks only below blog, shop: 'bank//ledger' reaches beyond that");
    }

    @Test
    void theRoleOfOnePrefixDoesNotHoldBelowAnother() {
        List<Grant> grants =
                List.of(
                        new Grant(Role.ADMIN, Set.of(new Prefix("blog"))),
                        new Grant(Role.VIEWER, Set.of(new Prefix("shop"))));

        assertThat(Access.decide(grants, Action.FORCE_UNLOCK, API).isAllowed()).isFalse();
        assertThat(Access.decide(grants, Action.FORCE_UNLOCK, Resource.parse("blog")).isAllowed())
                .isTrue();
    }

    @Test
    void toFreezeEverythingNeedsAnAdminOfEverything() {
        assertThat(
                        Access.decide(below(Role.ADMIN, "shop"), Action.FREEZE, Prefix.EVERYTHING)
                                .isAllowed())
                .isFalse();
        assertThat(
                        Access.decide(below(Role.ADMIN, "shop"), Action.FREEZE, new Prefix("shop"))
                                .isAllowed())
                .isTrue();
    }

    @Test
    void aLockOnEverythingNeedsWhatAFreezeOfEverythingNeeds() {
        Resource everything = Keys.parse("atlantis:global");

        assertThat(Access.decide(below(Role.OPERATOR, ""), Action.ACQUIRE, everything).isAllowed())
                .isFalse();
        assertThat(Access.decide(below(Role.ADMIN, ""), Action.ACQUIRE, everything).isAllowed())
                .isTrue();
    }

    @Test
    void whoHasNoRoleMayDoNothing() {
        assertThat(reason(Access.decide(List.of(), Action.READ, API)))
                .isEqualTo("who has no role may not look at locks: that needs the role viewer");
    }

    @Test
    void nobodyCanNameTheOwnerOfAnother() {
        var alice = new Caller("token:alice", "alice", below(Role.OPERATOR, ""));
        var mallory = new Caller("token:mallory", "mallory", below(Role.OPERATOR, ""));

        Owner hers = alice.owner("run-1", Map.of());
        Owner forged =
                mallory.owner("run-1", Map.of(Caller.IDENTITY, "token:alice", "user", "alice"));

        assertThat(forged.id()).isNotEqualTo(hers.id());
        assertThat(forged.name()).isEqualTo("mallory");
        assertThat(forged.facts()).containsEntry(Caller.IDENTITY, "token:mallory");
        assertThat(alice.owns(forged)).isFalse();
        assertThat(alice.owner("run-1", Map.of()).id()).isEqualTo(hers.id());
        assertThat(alice.owner(hers.id().text(), Map.of()).id()).isEqualTo(hers.id());
        assertThat(mallory.owner(hers.id().text(), Map.of()).id()).isNotEqualTo(hers.id());
    }

    @Test
    void toReleaseTheLockOfAnotherNeedsAnAdmin() {
        var alice = new Caller("token:alice", "alice", below(Role.OPERATOR, ""));
        var bob = new Caller("token:bob", "bob", below(Role.OPERATOR, ""));
        Owner hers = alice.owner("run-1", Map.of());

        assertThat(Access.decideOn(alice, Action.RELEASE, API, hers).isAllowed()).isTrue();
        assertThat(reason(Access.decideOn(bob, Action.RELEASE, API, hers)))
                .contains("release the locks of others");
    }

    @Test
    void aLockThatWasTakenWithoutAServerBelongsToNoCredential() {
        var alice = new Caller("token:alice", "alice", below(Role.OPERATOR, ""));

        assertThat(alice.owns(new Owner(new OwnerId("1"), "alice"))).isFalse();
    }

    @Test
    void locallyEverybodyIsTrusted() {
        assertThat(Caller.LOCAL.owns(new Owner(new OwnerId("1"), "alice"))).isTrue();
        assertThat(
                        Access.decide(Caller.LOCAL.grants(), Action.FREEZE, Prefix.EVERYTHING)
                                .isAllowed())
                .isTrue();
    }
}
