package holdfast.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import holdfast.store.StoreException;
import holdfast.store.testkit.Await;
import io.lettuce.core.api.sync.RedisServerCommands;
import io.lettuce.core.codec.StringCodec;
import io.netty.channel.nio.NioIoHandler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who brings the answers of a connection. */
final class DrivenLoopTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final RedisServer server = RedisServer.start();
    private final RedisLink<String> link = open("timeout=1s");

    @AfterEach
    void stop() {
        link.close();
        server.close();
    }

    private RedisLink<String> open(String settings) {
        return Connecting.open(RedisAddress.parse(server.url() + "?" + settings), StringCodec.UTF8);
    }

    private String echo(String text) {
        return link.calling(() -> link.look(link.commands().echo(text)));
    }

    /** Whether the caller drove while its call was made. The one before it lets the loop's own thread rest for a moment. */
    private boolean drives() {
        echo("there");
        return link.calling(() -> {
            link.look(link.commands().echo("here"));
            return link.isDriving();
        });
    }

    private void awaitThatThisThreadDrives() {
        Await.until(PATIENCE, this::drives);
    }

    @Test
    void aCallerBesideWhomNobodyCallsBringsItsAnswersItself() {
        awaitThatThisThreadDrives();

        assertThat(link.isDriving()).isFalse();
    }

    @Test
    void aVirtualThreadNeverDrivesSinceItWouldKeepOthersFromTheirCarrier() throws Exception {
        awaitThatThisThreadDrives();

        try (ExecutorService virtual = Executors.newVirtualThreadPerTaskExecutor()) {
            var drove =
                    virtual.submit(() -> IntStream.range(0, 100).filter(call -> drives()).count());

            assertThat(drove.get()).isZero();
        }
    }

    /** Few take turns at driving, many are driven for. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 5, 16})
    void everyoneIsAnsweredHoweverManyCallAndLeaveAtOnce(int callers) throws Exception {
        try (ExecutorService virtual = Executors.newVirtualThreadPerTaskExecutor();
                ExecutorService platform = Executors.newCachedThreadPool()) {
            List<Future<Integer>> wrong = new ArrayList<>();
            for (int caller = 0; caller < callers; caller++) {
                ExecutorService threads = caller % 3 == 2 ? virtual : platform;
                String name = "caller-" + caller + "-";
                wrong.add(threads.submit(() -> wrongAnswers(name)));
            }

            for (Future<Integer> one : wrong) {
                assertThat(one.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isZero();
            }
        }
    }

    private int wrongAnswers(String name) {
        int wrong = 0;
        for (int call = 0; call < 500; call++) {
            wrong += echo(name + call).equals(name + call) ? 0 : 1;
        }
        return wrong;
    }

    /** Such as the one of the notices: what comes there unasked is heard at once. */
    @Test
    void aLoopThatNobodyCallsThroughIsNeverLeftAlone() throws Exception {
        var loop = new DrivenLoop(null, run -> new Thread(run).start(), NioIoHandler.newFactory());
        try {
            for (int task = 0; task < 100; task++) {
                loop.submit(() -> {}).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
                LockSupport.parkNanos(100_000);

                assertThat(loop.tryDrive()).isFalse();
            }
        } finally {
            loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).await(PATIENCE.toMillis());
        }
    }

    /** Whoever parks for another reason afterwards would find that somebody has unparked it already. */
    @Test
    void whoWasAnsweredIsNotWokenOnceMoreLater() throws Exception {
        try (ExecutorService platform = Executors.newCachedThreadPool()) {
            List<Future<Integer>> wokenTooSoon = new ArrayList<>();
            for (int caller = 0; caller < 3; caller++) {
                wokenTooSoon.add(platform.submit(this::wokenTooSoon));
            }

            for (Future<Integer> one : wokenTooSoon) {
                assertThat(one.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isLessThan(20);
            }
        }
    }

    /** Of 200 times. */
    private int wokenTooSoon() {
        long nanos = Duration.ofMillis(1).toNanos();
        int tooSoon = 0;
        for (int call = 0; call < 200; call++) {
            echo("here");
            long began = System.nanoTime();
            LockSupport.parkNanos(nanos);
            tooSoon += System.nanoTime() - began < nanos ? 1 : 0;
        }
        return tooSoon;
    }

    @Test
    void anInterruptedCallerIsAnsweredAllTheSameAndStaysInterrupted() {
        awaitThatThisThreadDrives();

        Thread.currentThread().interrupt();
        String answer = echo("still here");

        assertThat(Thread.interrupted()).isTrue();
        assertThat(answer).isEqualTo("still here");
    }

    @Test
    void whoDrivesWaitsNoLongerThanAnyoneElseAndTheNextOnesAreAnswered() {
        awaitThatThisThreadDrives();

        server.signal("STOP");
        long began = System.nanoTime();
        assertThatThrownBy(() -> echo("anybody?")).isInstanceOf(StoreException.Unavailable.class);
        Duration waited = Duration.ofNanos(System.nanoTime() - began);
        server.signal("CONT");

        assertThat(waited).isBetween(Duration.ofMillis(900), Duration.ofSeconds(5));
        assertThat(echo("again")).isEqualTo("again");
    }

    @Test
    void thatAConnectionWasCutIsNoticedAlsoWhileNobodyCalls() {
        awaitThatThisThreadDrives();

        server.kill();

        Await.until(PATIENCE, () -> !link.connection().isOpen());
    }

    @Test
    void whoDrivesIsNotWaitedForWhenTheConnectionIsClosed() throws Exception {
        try (RedisLink<String> slow = open("timeout=60s");
                ExecutorService platform = Executors.newSingleThreadExecutor()) {
            Future<?> call =
                    platform.submit(() -> {
                        slow.look(slow.commands().echo("there"));
                        return slow.calling(() -> slow.look(slow.commands().blpop(0, "nothing")));
                    });
            Await.until(
                    PATIENCE,
                    () -> server.ask(RedisServerCommands::clientList).contains("cmd=blpop"));

            slow.close();

            assertThatThrownBy(() -> call.get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .hasCauseInstanceOf(StoreException.class);
        }
    }
}
