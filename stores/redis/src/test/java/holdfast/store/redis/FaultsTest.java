package holdfast.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import holdfast.model.Ending;
import holdfast.model.EngineId;
import holdfast.model.Hold;
import holdfast.model.OwnerId;
import holdfast.model.Root;
import holdfast.model.Waiter;
import holdfast.store.Change;
import holdfast.store.CommitResult;
import holdfast.store.Condition;
import holdfast.store.Interest;
import holdfast.store.Notice;
import holdfast.store.RootView;
import holdfast.store.StoreException;
import holdfast.store.testkit.Await;
import holdfast.store.testkit.CommitDrafting;
import holdfast.store.testkit.Drafts;
import holdfast.store.testkit.FaultyProxy;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What callers are told, and what is left, when the server or the way to it fails. */
final class FaultsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final RedisServer server = RedisServer.start();
    private final FaultyProxy proxy = FaultyProxy.before(server.port());
    private final RedisLockStore store =
            RedisLockStore.open(
                    RedisAddress.parse("redis://127.0.0.1:" + proxy.port() + "?timeout=1s"));

    /** A server that does not know the scripts yet answers twice. */
    @BeforeEach
    void teachTheScripts() {
        var known = new Root("known");
        commit(Drafts.commit(Drafts.hold("alice").on("known").grant()).to(known));
        Hold hold = store.read(known, Interest.NONE).holds().getFirst();
        commit(Drafts.commit(AloneTest.givenBack(hold)).to(known));
        server.ask(redis -> redis.flushall());
        store.freezes();
    }

    @AfterEach
    void stop() {
        store.close();
        proxy.close();
        server.close();
    }

    private static CommitDrafting grant(String owner) {
        return Drafts.commit(Drafts.hold(owner).grant())
                .given(new Condition.RequestUnknown(Drafts.requestOf(owner)));
    }

    private CommitResult commit(CommitDrafting commit) {
        return store.commit(List.of(commit.draft())).getFirst();
    }

    private RootView look() {
        return store.read(Drafts.ROOT, Interest.in(Drafts.requestOf("alice")));
    }

    private void awaitTheStore() {
        Await.until(PATIENCE, () -> store.freezes().all().isEmpty());
    }

    @Test
    void aCommitWhoseAnswerWasLostIsUnknownAndWasMadeOnce() {
        proxy.cutAtTheNextAnswer();

        assertThatThrownBy(() -> commit(grant("alice")))
                .isInstanceOf(StoreException.OutcomeUnknown.class);

        awaitTheStore();
        assertThat(look().holds()).hasSize(1);
        assertThat(look().fates()).containsKey(Drafts.requestOf("alice"));
        assertThat(commit(grant("alice"))).isInstanceOf(CommitResult.Refused.class);
    }

    @Test
    void aCommitThatIsNotAnsweredInTimeIsUnknown() {
        proxy.swallowAnswers();

        assertThatThrownBy(() -> commit(grant("alice")))
                .isInstanceOf(StoreException.OutcomeUnknown.class)
                .hasMessageContaining("in time");

        assertThat(proxy.hasLostAnAnswer(1_000)).isTrue();
        proxy.passAnswers();
        proxy.cutAll();
        awaitTheStore();
        assertThat(look().holds()).hasSize(1);
    }

    @Test
    void aLookThatFailsIsUnavailable() {
        proxy.cutAtTheNextAnswer();

        assertThatThrownBy(this::look).isInstanceOf(StoreException.Unavailable.class);

        awaitTheStore();
        assertThat(look().holds()).isEmpty();
    }

    @Test
    void withoutAConnectionNothingIsSent() {
        proxy.close();
        Await.until(PATIENCE, () -> isRejected(() -> commit(grant("alice"))));

        assertThatThrownBy(() -> commit(grant("alice")))
                .isInstanceOf(StoreException.Unavailable.class);
    }

    @Test
    void whoCannotListenIsToldThatTheStoreIsAwayAndListensWhenItIsBack() {
        var engine = new EngineId("told");
        var heard = new AtomicInteger();
        server.kill();

        assertThatThrownBy(() -> store.listen(engine, root -> heard.incrementAndGet()))
                .isInstanceOf(StoreException.Unavailable.class);

        server.restart();
        Await.until(PATIENCE, () -> isListening(engine, root -> heard.incrementAndGet()));
        Await.until(
                PATIENCE,
                () -> {
                    commit(Drafts.commit().tell(engine));
                    return heard.get() > 0;
                });
    }

    private boolean isListening(EngineId engine, Consumer<Notice> listener) {
        store.listen(engine, listener);
        return true;
    }

    private static boolean isRejected(Runnable call) {
        try {
            call.run();
            return false;
        } catch (StoreException.Unavailable e) {
            return true;
        } catch (StoreException e) {
            return false;
        }
    }

    @Test
    void aServerThatForgotTheScriptsIsGivenThemAgain() {
        commit(grant("alice"));
        server.ask(redis -> redis.scriptFlush());

        assertThat(look().holds()).hasSize(1);
        server.ask(redis -> redis.scriptFlush());
        assertThat(commit(Drafts.commit(Drafts.waiter("bob").join())))
                .isInstanceOf(CommitResult.Committed.class);
    }

    @Test
    void tokensGrowAfterAllDataWasLost() {
        long before = token(commit(grant("alice")));
        server.ask(redis -> redis.flushall());

        assertThat(look().holds()).isEmpty();
        assertThat(token(commit(grant("alice")))).isGreaterThan(before);
    }

    @Test
    void aServerThatWasKilledAndStartedEmptyIsUsedAgainAndTokensGrow() {
        long before = token(commit(grant("alice")));

        server.kill();
        assertThatThrownBy(this::look).isInstanceOf(StoreException.Unavailable.class);
        server.restart();

        awaitTheStore();
        assertThat(look().holds()).isEmpty();
        assertThat(token(commit(grant("alice")))).isGreaterThan(before);
    }

    @Test
    void aServerThatIsStoppedForAWhileAnswersNobodyAndThenGoesOn() {
        commit(grant("alice"));

        server.signal("STOP");
        assertThatThrownBy(this::look).isInstanceOf(StoreException.Unavailable.class);
        assertThatThrownBy(() -> commit(grant("bob")))
                .isInstanceOf(StoreException.OutcomeUnknown.class);
        server.signal("CONT");

        awaitTheStore();
        assertThat(look().holds()).isNotEmpty();
    }

    @Test
    void everyKeyOfLocksHasATimeToLive() {
        commit(grant("alice"));
        commit(Drafts.commit(Drafts.cancelled(Drafts.requestOf("carol"))));
        commit(Drafts.commit(Drafts.waiter("bob").join()));
        Waiter first = store.queue(Drafts.ROOT, 1).getFirst();
        commit(Drafts.commit(new Change.Leave(first, null)));
        // The keys of the queue have vanished and are made anew.
        commit(Drafts.commit(Drafts.waiter("bob").join()));
        store.placeFreeze(Drafts.freeze("release-night", "shop"), Drafts.audit("freeze"));

        List<String> forEver =
                server.ask(redis ->
                        redis.keys("*").stream().filter(key -> redis.pttl(key) < 0).toList());

        assertThat(forEver).isEmpty();
        long keys = server.ask(redis -> redis.dbsize());
        assertThat(keys).isEqualTo(11);
    }

    /** As when nobody swept for a week. */
    @Test
    void whatLedToARootThatVanishedIsForgotten() {
        commit(Drafts.commit(Drafts.hold("alice").lease(Duration.ofMillis(1)).grant()));
        Hold hold = store.read(Drafts.ROOT, Interest.NONE).holds().getFirst();
        commit(Drafts.commit(Drafts.waiter("bob").join()));
        assertThat(store.rootOf(hold.id())).contains(Drafts.ROOT);
        assertThat(store.entangling(new OwnerId("alice"))).containsExactly(Drafts.ROOT);
        server.ask(redis -> redis.del("holdfast:{0}:r:" + Drafts.ROOT));

        Await.until(PATIENCE, () -> store.lapsed(10).isEmpty() && indexSize() == 1);

        assertThat(store.rootOf(hold.id())).isEmpty();
        assertThat(store.entangling(new OwnerId("alice"))).isEmpty();
        assertThat(store.entangling(new OwnerId("bob"))).isEmpty();
        assertThat(store.holds(null, 10).holds()).isEmpty();
    }

    /** A release leaves the mark by which the root is listed, so that the next grant finds it; a sweep takes it away. */
    @Test
    void aRootThatWasGivenBackIsForgottenByTheNextSweepAndListedAgainWhenItIsTaken() {
        for (String owner : List.of("alice", "bob")) {
            commit(Drafts.commit(Drafts.hold(owner).lease(Duration.ofMillis(1)).grant()));
            assertThat(store.holds(null, 10).holds()).hasSize(1);
            commit(Drafts.commit(new Change.End(look().holds().getFirst(), new Ending.Released())));
            assertThat(store.holds(null, 10).holds()).isEmpty();

            Await.until(PATIENCE, () -> store.lapsed(10).isEmpty() && indexSize() == 1);
        }
    }

    private long indexSize() {
        return server.ask(redis -> redis.zcard("holdfast:{0}:i"));
    }

    private static long token(CommitResult result) {
        assertThat(result).isInstanceOf(CommitResult.Committed.class);
        return ((CommitResult.Committed) result).stamp().firstNumber();
    }

    /** The rights of a user may be taken away at any time. */
    @Test
    void aCommitWhoseNoticeIsRefusedIsMadeAllTheSame() {
        server.ask(redis ->
                redis.dispatch(CommandType.ACL, new StatusOutput<>(StringCodec.UTF8), acl("&*")));
        try (var limited =
                RedisLockStore.open(
                        RedisAddress.parse("redis://limited:secret@127.0.0.1:" + server.port()))) {
            server.ask(redis ->
                    redis.dispatch(
                            CommandType.ACL,
                            new StatusOutput<>(StringCodec.UTF8),
                            acl("resetchannels")));
            limited.commit(List.of(Drafts.commit(Drafts.hold("alice").grant()).draft()));
            limited.commit(List.of(Drafts.commit(Drafts.waiter("bob").join()).draft()));
            RootView before = limited.read(Drafts.ROOT, Interest.NONE);

            var handOver =
                    Drafts.commit(
                                    new Change.End(
                                            before.holds().getFirst(), new Ending.Released()),
                                    new Change.Leave(before.waiters().getFirst(), null),
                                    Drafts.hold("bob").grant())
                            .tell(new EngineId("told"));

            assertThat(limited.commit(List.of(handOver.draft())).getFirst())
                    .isInstanceOf(CommitResult.Committed.class);
            RootView after = limited.read(Drafts.ROOT, Interest.NONE);
            assertThat(after.waiting()).isZero();
            assertThat(after.holds())
                    .singleElement()
                    .satisfies(hold -> assertThat(hold.owner().id()).isEqualTo(new OwnerId("bob")));
        }
    }

    private static CommandArgs<String, String> acl(String channels) {
        var args = new CommandArgs<>(StringCodec.UTF8).add("SETUSER").add("limited");
        return args.add("on").add(">secret").add("~holdfast:*").add("+@all").add(channels);
    }

    @Test
    void whatWasWrittenBeforeTheReplicasCouldBeAskedMayHaveHappened() {
        var way = FaultyProxy.before(server.port());
        RedisLink<String> link =
                Connecting.open(
                        RedisAddress.parse(
                                "redis://127.0.0.1:" + way.port() + "?timeout=1s&replicas=1"),
                        TextCodec.INSTANCE);
        try {
            var commit = grant("alice").draft();
            new Commits(link, new Scripts(UnaryOperator.identity())).make(List.of(commit));
            way.close();
            Await.until(PATIENCE, () -> !link.connection().isOpen());

            assertThatThrownBy(() -> new Replication(link).awaitWrite(List.of(commit)))
                    .isInstanceOf(StoreException.OutcomeUnknown.class);
        } finally {
            link.close();
            way.close();
        }
    }
}
