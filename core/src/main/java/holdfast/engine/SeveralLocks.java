package holdfast.engine;

import holdfast.model.AcquireRequest;
import holdfast.model.LockId;
import holdfast.model.Refusal;
import holdfast.model.RequestId;
import holdfast.model.WhenHeld;
import holdfast.rulebook.Together;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Rule 11 at work: one after the other in canonical order, those taken kept alive meanwhile, all given back on any failure. */
final class SeveralLocks {
    private final Taking one;
    private final EngineHost host;

    SeveralLocks(Taking one, EngineHost host) {
        this.one = one;
        this.host = host;
    }

    HoldOutcome hold(List<AcquireRequest> requests) throws InterruptedException {
        long began = host.monotonicNanos();
        Map<RequestId, HeldLock> taken = new HashMap<>();
        List<HeldLock> inOrder = new ArrayList<>();
        boolean complete = false;
        try {
            for (AcquireRequest request : Together.inOrder(requests)) {
                HoldOutcome outcome =
                        one.hold(
                                inOrder.isEmpty()
                                        ? request
                                        : under(request, inOrder.get(0).id(), began));
                if (outcome instanceof HoldOutcome.Refused) {
                    return outcome;
                }
                HeldLock lock = ((HoldOutcome.Taken) outcome).locks().get(0);
                inOrder.add(lock);
                taken.put(request.id(), lock);
                Optional<HeldLock> lost =
                        inOrder.stream().filter(held -> !held.state().isHeld()).findFirst();
                if (lost.isPresent()) {
                    return new HoldOutcome.Refused(
                            new Refusal.NotUnderLiveLock(
                                    lost.get().resource(), lost.get().id(), null));
                }
            }
            complete = true;
            return new HoldOutcome.Taken(
                    requests.stream().map(request -> taken.get(request.id())).toList());
        } finally {
            if (!complete) {
                inOrder.reversed().forEach(HeldLock::abandon);
            }
        }
    }

    /** All waits together have the one deadline that each request names. */
    private AcquireRequest under(AcquireRequest request, @Nullable LockId lock, long began) {
        WhenHeld whenHeld = request.whenHeld();
        if (whenHeld instanceof WhenHeld.Wait wait) {
            Duration left = wait.atMost().minusNanos(host.monotonicNanos() - began);
            Duration whole = Duration.ofMillis(Math.max(0, left.toMillis()));
            whenHeld = whole.isPositive() ? new WhenHeld.Wait(whole) : new WhenHeld.GiveUp();
        }
        return new AcquireRequest(
                request.id(),
                request.resource(),
                request.mode(),
                request.owner(),
                lock,
                whenHeld,
                request.whenFrozen(),
                request.lease(),
                request.priority(),
                request.note(),
                request.smallestToken());
    }
}
