package holdfast.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.model.Ending;
import holdfast.model.Fate;
import holdfast.model.Hold;
import holdfast.model.RequestId;
import holdfast.model.Root;
import holdfast.store.Change;
import holdfast.store.CommitResult;
import holdfast.store.Condition;
import holdfast.store.Interest;
import holdfast.store.LockStore;
import holdfast.store.RootView;
import holdfast.store.testkit.Drafts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The short way to commit to a root that is as this process left it does what the usual way does, or gives way to it. */
final class AloneTest {
    private static final Root ROOT = Drafts.ROOT;
    private static final Duration A_SECOND = Duration.ofSeconds(1);

    private static RedisSingle redis;

    private RedisLockStoreFixture fixture;
    private LockStore store;

    @BeforeAll
    static void start() {
        redis = new RedisSingle();
    }

    @AfterAll
    static void stop() {
        redis.close();
    }

    @BeforeEach
    void open() {
        fixture = redis.fixture();
        store = fixture.store();
        release(store, grant(store, "first"));
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    /** What a release changes if nobody waits. */
    static Change[] givenBack(Hold hold) {
        var requests = new ArrayList<RequestId>();
        hold.claims().forEach(claim -> requests.add(claim.request()));
        requests.add(new RequestId(hold.id().text()));
        var ended = new Fate.Ended(hold.id(), hold.token(), new Ending.Released());
        return new Change[] {
            new Change.End(hold, new Ending.Released()), new Change.Remember(requests, ended)
        };
    }

    private static RootView look(LockStore store) {
        return store.read(ROOT, Interest.NONE);
    }

    private static CommitResult tryGrant(LockStore store, String request, Change... before) {
        RootView view = look(store);
        var changes = new ArrayList<>(List.of(before));
        changes.add(Drafts.hold("alice").request(request).grant());
        var commit =
                Drafts.commit(changes.toArray(Change[]::new))
                        .interest(Interest.in(new RequestId(request)))
                        .given(
                                new Condition.RequestUnknown(new RequestId(request)),
                                new Condition.NotAfter(view.now().plus(A_SECOND)),
                                new Condition.VersionIs(view.version()),
                                new Condition.EpochIs(view.epoch()));
        return store.commit(List.of(commit.draft())).getFirst();
    }

    private static Hold grant(LockStore store, String request, Change... before) {
        assertThat(tryGrant(store, request, before)).isInstanceOf(CommitResult.Committed.class);
        return look(store).holds().getFirst();
    }

    private static CommitResult tryRelease(LockStore store, Hold hold) {
        RootView view = look(store);
        var commit =
                Drafts.commit(givenBack(hold))
                        .given(
                                new Condition.HoldLive(hold.token()),
                                new Condition.VersionIs(view.version()),
                                new Condition.EpochIs(view.epoch()));
        return store.commit(List.of(commit.draft())).getFirst();
    }

    private static void release(LockStore store, Hold hold) {
        assertThat(tryRelease(store, hold)).isInstanceOf(CommitResult.Committed.class);
    }

    private LockStore stranger() {
        return fixture.openAgain().store();
    }

    private static Map<String, String> stored() {
        return redis.ask(connection -> {
            var all = new TreeMap<String, String>();
            for (String key : List.of("r:" + ROOT, "e:" + ROOT, "l")) {
                connection
                        .hgetall("holdfast:{0}:" + key)
                        .forEach((field, value) -> all.put(key + " " + field, value));
            }
            for (String key : List.of("i", "d")) {
                connection
                        .zrangeWithScores("holdfast:{0}:" + key, 0, -1)
                        .forEach(member ->
                                all.put(key + " " + member.getValue(), member.getScore() + ""));
            }
            for (String key : connection.keys("holdfast:{0}:*")) {
                // Redis counts it down by a clock that no test moves.
                long hours = Duration.ofMillis(connection.pttl(key)).toHours();
                all.put("time to live of " + key, Long.toString(hours));
            }
            return all;
        });
    }

    private static long calls(String command) {
        var calls = Pattern.compile("cmdstat_" + command + ":calls=(\\d+)");
        var found = calls.matcher(redis.ask(connection -> connection.info("commandstats")));
        return found.find() ? Long.parseLong(found.group(1)) : 0;
    }

    /** Only the short way asks in this manner. */
    private static long shortGrants() {
        return calls("hexists");
    }

    /** How many scripts a release is: one if it goes the short way, two if that turns out to be closed. */
    private static long scriptsOfRelease(LockStore store, Hold hold) {
        long before = calls("evalsha");
        release(store, hold);
        long look = 1;
        return calls("evalsha") - before - look;
    }

    @Test
    void theShortWayLeavesWhatTheUsualWayLeaves() {
        long before = shortGrants();
        Map<String, String> alone = afterSomeCycles(() -> store);
        assertThat(shortGrants()).as("the short way was taken").isGreaterThan(before);
        fixture.close();
        open();

        Map<String, String> usual = afterSomeCycles(this::stranger);

        assertThat(alone).isEqualTo(usual);
    }

    private Map<String, String> afterSomeCycles(Supplier<LockStore> stores) {
        for (int i = 0; i < 3; i++) {
            fixture.advance(A_SECOND);
            Hold hold = grant(stores.get(), "request-" + i);
            fixture.advance(A_SECOND);
            release(stores.get(), hold);
        }
        fixture.advance(A_SECOND);
        grant(stores.get(), "last");
        return stored();
    }

    @Test
    void aHeartbeatOfAnotherProcessClosesTheShortWay() {
        fixture.advance(A_SECOND);
        Hold hold = grant(store, "second");
        var beat = Drafts.commit(new Change.Extend(hold.token(), Duration.ofHours(1)));
        stranger().commit(List.of(beat.draft()));
        fixture.advance(A_SECOND);

        assertThat(scriptsOfRelease(store, hold)).isEqualTo(2);
        assertThat(look(store).holds()).isEmpty();
    }

    @Test
    void whatNobodyElseTouchedIsGivenBackByOneScript() {
        fixture.advance(A_SECOND);
        Hold hold = grant(store, "second");
        fixture.advance(A_SECOND);

        assertThat(scriptsOfRelease(store, hold)).isEqualTo(1);
    }

    @Test
    void whoJoinedMeanwhileIsNotPassedOver() {
        fixture.advance(A_SECOND);
        Hold hold = grant(store, "second");
        RootView view = look(store);
        var join = Drafts.commit(Drafts.waiter("bob").join());
        stranger().commit(List.of(join.draft()));
        var release =
                Drafts.commit(givenBack(hold))
                        .given(
                                new Condition.HoldLive(hold.token()),
                                new Condition.VersionIs(view.version()),
                                new Condition.EpochIs(view.epoch()));

        assertThat(store.commit(List.of(release.draft())).getFirst())
                .isInstanceOf(CommitResult.Refused.class);
        assertThat(look(store).holds()).hasSize(1);
        assertThat(look(store).waiting()).isEqualTo(1);
    }

    @Test
    void aRequestThatHasEndedIsNotGrantedAgain() {
        fixture.advance(A_SECOND);

        assertThat(tryGrant(store, "first"))
                .isInstanceOfSatisfying(
                        CommitResult.Refused.class,
                        refused ->
                                assertThat(refused.view().fates())
                                        .containsKey(new RequestId("first")));
    }

    @Test
    void aLeaseThatIsOverIsNotGivenBack() {
        fixture.advance(A_SECOND);
        Hold hold = grant(store, "second");
        fixture.advance(Drafts.LEASE);

        assertThat(tryRelease(store, hold)).isInstanceOf(CommitResult.Refused.class);
    }

    @Test
    void aClockThatWasSetBackClosesTheShortWay() {
        fixture.advance(A_SECOND);
        Hold hold = grant(store, "second");
        fixture.stepBack(Duration.ofHours(1));

        release(store, hold);
        Hold next = grant(store, "third");

        assertThat(next.acquiredAt()).isGreaterThanOrEqualTo(hold.acquiredAt());
        assertThat(next.token()).isGreaterThan(hold.token());
    }

    @Test
    void whatWasDecidedWithAnOldListOfFreezesIsRefused() {
        fixture.advance(A_SECOND);
        RootView view = look(store);
        fixture.advance(A_SECOND.plusNanos(1_000));
        store.freezes();
        fixture.stepBack(A_SECOND);
        var commit =
                Drafts.commit(Drafts.hold("alice").request("second").grant())
                        .given(
                                new Condition.NotAfter(view.now().plus(A_SECOND)),
                                new Condition.VersionIs(view.version()),
                                new Condition.EpochIs(view.epoch()));

        assertThat(store.commit(List.of(commit.draft())).getFirst())
                .isInstanceOf(CommitResult.Refused.class);
    }

    @Test
    void tokensGrowBehindOneThatWasRaised() {
        fixture.advance(A_SECOND);
        long raised = look(store).now().micros() + 3_600_000_000L;
        Hold high = grant(store, "second", new Change.RaiseNumbers(raised));
        release(store, high);
        fixture.advance(A_SECOND);

        assertThat(grant(store, "third").token()).isGreaterThan(high.token());
    }

    @Test
    void aLongerLeaseThanBeforeIsLookedAfterLikeAnyOther() {
        fixture.advance(A_SECOND);
        var longer = Drafts.hold("alice").request("second").lease(Duration.ofDays(9)).grant();
        RootView view = look(store);
        var commit = Drafts.commit(longer).given(new Condition.VersionIs(view.version()));
        store.commit(List.of(commit.draft()));

        long left = redis.ask(connection -> connection.pttl("holdfast:{0}:r:" + ROOT));

        assertThat(Duration.ofMillis(left)).isGreaterThan(Duration.ofDays(16));
    }

    /** The latest thousand endings are known, in whichever of two hashes they are. */
    @Test
    void noEndingIsForgottenTooEarlyWhenTheHashesTakeTurns() {
        int cycles = 2_100;
        for (int i = 0; i < cycles; i++) {
            fixture.advance(Duration.ofMillis(1));
            release(store, grant(store, "request-" + i));
        }

        for (int i = cycles - 999; i < cycles; i += 111) {
            assertThat(tryGrant(store, "request-" + i)).isInstanceOf(CommitResult.Refused.class);
        }
        grant(store, "request-" + (cycles - 1_001));
    }
}
