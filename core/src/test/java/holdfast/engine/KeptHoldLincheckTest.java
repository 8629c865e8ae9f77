package holdfast.engine;

import static holdfast.engine.Stubs.check;
import static holdfast.engine.Stubs.together;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jetbrains.lincheck.Lincheck;
import org.junit.jupiter.api.Test;

/**
 * What a keeper, a watch, a release and a listener do to one hold at the same time.
 *
 * <ul>
 *   <li>moveTo, proven: a listener hears every change once, in the order in which they happened; the last one it hears is the
 *       state; after lost or released nothing follows.
 *   <li>onChange: a listener that comes at the moment of a loss hears of it exactly once.
 * </ul>
 */
final class KeptHoldLincheckTest {
    private static final int ORDERS = 1_000;
    private static final Duration LEASE = Duration.ofSeconds(60);
    private static final HostTime LATER = new HostTime(1, 1);
    private static final HoldState LOST =
            new HoldState.Lost(new Loss(Loss.Reason.FORCED, "by carol"));

    @Test
    void changesAreHeardInTheirOrderAndALossIsTheLast() {
        Lincheck.runConcurrentTest(
                ORDERS,
                () -> {
                    KeptHold kept = Stubs.kept(LEASE);
                    List<HoldState> heard = listen(kept);
                    together(
                            () -> kept.moveTo(new HoldState.Jeopardy("away")),
                            () -> kept.moveTo(LOST));
                    check(kept.state().equals(LOST), "a loss is final");
                    checkEndsWith(LOST, heard);
                    check(heard.size() <= 2, "heard " + heard);
                });
    }

    @Test
    void aHeartbeatThatComesBackLateDoesNotReviveALostHold() {
        Lincheck.runConcurrentTest(
                ORDERS,
                () -> {
                    KeptHold kept = Stubs.kept(LEASE);
                    List<HoldState> heard = listen(kept);
                    kept.moveTo(new HoldState.Jeopardy("away"));
                    together(() -> kept.proven(LATER, LEASE), () -> kept.moveTo(LOST));
                    check(kept.state().equals(LOST), "a loss is final");
                    checkEndsWith(LOST, heard);
                    check(!kept.trustLeft(LATER).isPositive(), "a lost hold is not trusted");
                });
    }

    @Test
    void oneOfReleaseAndLossWins() {
        Lincheck.runConcurrentTest(
                ORDERS,
                () -> {
                    KeptHold kept = Stubs.kept(LEASE);
                    List<HoldState> heard = listen(kept);
                    together(() -> kept.moveTo(new HoldState.Released()), () -> kept.moveTo(LOST));
                    check(heard.equals(List.of(kept.state())), "heard " + heard);
                });
    }

    @Test
    void aListenerThatComesAtTheMomentOfTheLossHearsOfItOnce() {
        Lincheck.runConcurrentTest(
                ORDERS,
                () -> {
                    KeptHold kept = Stubs.kept(LEASE);
                    List<HoldState> heard = Collections.synchronizedList(new ArrayList<>());
                    together(() -> kept.onChange(heard::add), () -> kept.moveTo(LOST));
                    check(heard.equals(List.of(LOST)), "heard " + heard);
                });
    }

    private static List<HoldState> listen(KeptHold kept) {
        List<HoldState> heard = Collections.synchronizedList(new ArrayList<>());
        kept.onChange(heard::add);
        return heard;
    }

    private static void checkEndsWith(HoldState last, List<HoldState> heard) {
        check(heard.indexOf(last) == heard.size() - 1, "heard " + heard);
    }
}
