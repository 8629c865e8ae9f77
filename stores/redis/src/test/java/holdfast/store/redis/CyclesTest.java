package holdfast.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.Holdfast;
import holdfast.model.AcquireOutcome;
import holdfast.model.AcquireRequest;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What a real engine costs Redis. */
final class CyclesTest {
    private static final int CYCLES = 500;
    private static final Pattern SENT = Pattern.compile("cmdstat_(?:evalsha|eval):calls=(\\d+)");

    @Test
    void aWarmEngineSendsOneCommandForAnAcquireAndOneForARelease() throws InterruptedException {
        try (var server = RedisServer.start();
                var store = RedisLockStore.open(RedisAddress.parse(server.url()));
                var holdfast = Holdfast.on(store)) {
            cycle(holdfast);
            server.ask(redis -> redis.configResetstat());
            long began = System.nanoTime();

            for (int i = 0; i < CYCLES; i++) {
                cycle(holdfast);
            }

            // The list of freezes is read twice a second, whatever else is done.
            long halfSeconds = (System.nanoTime() - began) / 500_000_000 + 1;
            String stats = server.ask(redis -> redis.info("commandstats"));
            long sent =
                    SENT.matcher(stats)
                            .results()
                            .mapToLong(found -> Long.parseLong(found.group(1)))
                            .sum();
            assertThat(sent).isBetween(2L * CYCLES, 2L * CYCLES + 2 * halfSeconds);
        }
    }

    private static void cycle(Holdfast holdfast) throws InterruptedException {
        AcquireRequest request = holdfast.lock("alone").toRequest();
        var granted = (AcquireOutcome.Granted) holdfast.engine().acquire(request);
        holdfast.engine().release(request.resource().root(), granted.hold().id(), request.id());
    }

    /** A script that touches what it did not name breaks on a cluster, if not today then after a migration. */
    @Test
    void noScriptMakesANameOfAKeyByItself() {
        var scripts = new Scripts(text -> text);
        var named =
                Pattern.compile(
                        "call\\(\\s*(?:'[A-Z]+'|[a-zA-Z\\[\\]0-9]+),\\s*(?:'|\"|[a-zA-Z_.\\[\\]0-9]+ \\.\\.)");

        for (Script script :
                List.of(
                        scripts.open,
                        scripts.read,
                        scripts.commit,
                        scripts.ends,
                        scripts.lapsed,
                        scripts.freeze,
                        scripts.freezes,
                        scripts.thaw,
                        scripts.agree)) {
            assertThat(named.matcher(script.text()).results()).isEmpty();
        }
    }
}
