package holdfast.engine;

import static holdfast.engine.Stubs.check;
import static holdfast.engine.Stubs.together;

import holdfast.model.RequestId;
import holdfast.store.Change;
import holdfast.store.Commit;
import holdfast.store.Interest;
import holdfast.store.Stamp;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jetbrains.lincheck.Lincheck;
import org.junit.jupiter.api.Test;

/**
 * What waiters, their poller, commits of this engine and its end do at the same time.
 *
 * <ul>
 *   <li>enter, against the end of the last other wait: the new seat has a poller that goes on.
 *   <li>enter, against close: the new seat is woken, so that nobody waits in a closed engine.
 *   <li>enter, against the commit that grants: the grant is delivered, or the seat's poller has still to look.
 *   <li>committed, against leave: the grant is delivered whole or not at all, and nothing fails.
 * </ul>
 */
final class WaitingRoomLincheckTest {
    private static final int ORDERS = 200;

    private final StubHost host = new StubHost();
    private final WaitingRoom room = roomOn(host);

    private static WaitingRoom roomOn(StubHost host) {
        var site = new Site(new StubStore(), host, Stubs.ENGINE);
        return new WaitingRoom(
                site,
                new CommitLoop(site, EngineSettings.DEFAULT, made -> {}),
                EngineSettings.DEFAULT,
                root -> {});
    }

    @Test
    void aNewSeatHasAPollerThatGoesOn() {
        Lincheck.runConcurrentTest(
                ORDERS, () -> new WaitingRoomLincheckTest().enterAgainstTheEndOfThePoller());
    }

    private void enterAgainstTheEndOfThePoller() {
        Seat last = enter("request-0");
        var ended = new AtomicBoolean();
        together(
                () -> {
                    room.leave(last);
                    ended.set(hasEnded(host.started(0)));
                },
                () -> enter("request-1"));
        check(!ended.get() || host.startedCount() == 2, "the new seat has no poller");
    }

    @Test
    void aSeatThatIsTakenWhileTheRoomClosesIsWoken() {
        Lincheck.runConcurrentTest(ORDERS, () -> new WaitingRoomLincheckTest().enterAgainstClose());
    }

    private void enterAgainstClose() {
        together(room::close, () -> enter("request-1"));
        check(host.signal(0).isRaised(), "the seat waits in a closed room");
    }

    @Test
    void aGrantThatComesBeforeTheSeatKnowsItsPlaceIsDelivered() {
        Lincheck.runConcurrentTest(
                ORDERS, () -> new WaitingRoomLincheckTest().takePlaceAgainstItsGrant());
    }

    private void takePlaceAgainstItsGrant() {
        Seat seat = enter("request-1");
        together(() -> seat.moveTo(Stubs.place()), () -> room.committed(granting()));
        check(seat.delivery() != null, "the grant is not delivered");
        check(host.signal(0).isRaised(), "the grant was delivered and the seat left asleep");
    }

    @Test
    void aGrantAtTheMomentOfLeavingIsDeliveredOrNot() {
        Lincheck.runConcurrentTest(
                ORDERS, () -> new WaitingRoomLincheckTest().leaveAgainstItsGrant());
    }

    private void leaveAgainstItsGrant() {
        Seat seat = enter("request-1");
        together(() -> room.leave(seat), () -> room.committed(granting()));
        Seat.Delivery delivery = seat.delivery();
        check(
                delivery == null || host.signal(0).isRaised(),
                "the grant was delivered and the seat left asleep");
    }

    private Seat enter(String request) {
        return room.enter(Stubs.API.root(), new RequestId(request));
    }

    private static CommitLoop.Made granting() {
        var grant = new Change.Grant(Stubs.draft(Duration.ofMinutes(1)));
        var commit =
                new Commit(Stubs.API.root(), Interest.NONE, List.of(), List.of(grant), Set.of());
        return new CommitLoop.Made(
                commit, new Stamp(Stubs.NOON, 1, 1, Set.of()), new HostTime(0, 0), List.of());
    }

    private static boolean hasEnded(Runnable poller) {
        try {
            poller.run();
            return true;
        } catch (StubHost.AtRest e) {
            return false;
        }
    }
}
