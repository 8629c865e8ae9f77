package holdfast.threads;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.engine.EngineSettings;
import holdfast.engine.HeldLock;
import holdfast.engine.HoldOutcome;
import holdfast.engine.LockEngine;
import holdfast.model.AcquireRequest;
import holdfast.model.Hold;
import holdfast.model.Owner;
import holdfast.model.OwnerId;
import holdfast.model.RequestId;
import holdfast.model.TransferOutcome;
import holdfast.model.TransferRequest;
import holdfast.store.Change;
import holdfast.store.Commit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A commit was made and its answer was lost: whoever asked gets the answer all the same, and nothing is done twice. */
final class LostAnswersTest {
    private static final Duration LONG = Duration.ofMinutes(10);
    private static final Duration A_TOUCH = EngineSettings.DEFAULT.ticketTouch();

    @Test
    void whatIsToldAndWhatIsLeftIsTheSameWhetherAnswersAreLostOrNot() {
        List<String> undisturbed;
        List<String> disturbed;
        try (Scene scene = Scene.make()) {
            undisturbed = play(scene);
        }
        try (Scene scene = Scene.make()) {
            var losing = new Losing();
            scene.store.afterCommits(losing::to);
            disturbed = play(scene);
            assertThat(losing.lost).hasValueGreaterThanOrEqualTo(9);
        }
        assertThat(disturbed).isEqualTo(undisturbed);
    }

    /** Loses the answer to every commit that grants, joins, moves, withdraws or gives back. */
    private static final class Losing {
        private final AtomicInteger lost = new AtomicInteger();

        void to(List<Commit> commits) {
            if (commits.stream().noneMatch(Losing::isHeartbeatOrTouch)) {
                lost.incrementAndGet();
                Scene.answerLost();
            }
        }

        private static boolean isHeartbeatOrTouch(Commit commit) {
            Change change = commit.changes().get(0);
            return change instanceof Change.Extend || change instanceof Change.Touch;
        }
    }

    private static List<String> play(Scene scene) {
        List<String> told = new ArrayList<>();
        LockEngine engine = scene.engine();
        HeldLock first = scene.hold(engine);
        told.add("granted " + first.token());
        HeldLock further =
                scene.hold(engine, Scene.by(first.owner(), first.id(), scene.waiting(LONG)));
        told.add("claimed more " + further.token());
        scene.aWhile();
        Call<HoldOutcome> second = scene.call(engine, scene.waiting(LONG));
        AcquireRequest tired = scene.waiting(LONG);
        Call<HoldOutcome> third = scene.call(engine, tired);
        cancel(scene, engine, tired);
        // Whoever is told nothing finds out by touching its place.
        scene.host.advance(A_TOUCH);
        told.add("was told " + Scene.refusal(third));
        told.add("released " + scene.host.call("release", further::release).answer());
        Hold moved = move(scene, engine, first);
        told.add("moved to " + moved.token() + " with " + moved.claims());
        told.add(
                "released "
                        + scene.host
                                .call("release", () -> engine.release(Scene.ROOT, moved.id(), null))
                                .answer());
        scene.host.advance(A_TOUCH);
        HeldLock last = Scene.taken(second);
        told.add("granted " + last.token());
        told.add("released " + scene.host.call("release", last::release).answer());
        scene.host.settle();
        told.add("left " + scene.root().holds() + scene.root().waiters());
        return told;
    }

    private static void cancel(Scene scene, LockEngine engine, AcquireRequest request) {
        scene.host.call("cancel", () -> engine.cancel(Scene.ROOT, request.id(), "tired")).answer();
    }

    private static Hold move(Scene scene, LockEngine engine, HeldLock lock) {
        var receiver = new Owner(new OwnerId("receiver"), "dora");
        var request = new TransferRequest(new RequestId("move"), lock.id(), receiver);
        TransferOutcome outcome =
                scene.host.call("transfer", () -> engine.transfer(Scene.ROOT, request)).answer();
        assertThat(outcome).isInstanceOf(TransferOutcome.Transferred.class);
        return ((TransferOutcome.Transferred) outcome).holds().get(0);
    }
}
