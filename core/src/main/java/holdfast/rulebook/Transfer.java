package holdfast.rulebook;

import holdfast.model.Claim;
import holdfast.model.Ending;
import holdfast.model.Fate;
import holdfast.model.Hold;
import holdfast.model.HoldDraft;
import holdfast.model.InvalidRequestException;
import holdfast.model.LockId;
import holdfast.model.Owner;
import holdfast.model.RequestId;
import holdfast.model.Standing;
import holdfast.model.TransferOutcome;
import holdfast.model.TransferRequest;
import holdfast.model.keys.Keys;
import holdfast.store.Stamp;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Rule 8, transfer: a live hold goes to another owner with a new, larger token and a full lease, and no waiter gets in between.
 * Overlapping holds of the old owner move together; a transfer that would leave a conflict is refused, and so is that of a lock on
 * everything (rule 13), which is more than a hold.
 */
final class Transfer {
    private Transfer() {}

    static Decision<TransferOutcome> decide(Deliberation deliberation, TransferRequest request) {
        Owner receiver = request.receiver();
        LockId lock = request.lock();
        Limits.checkOwner(receiver);
        Optional<Hold> found =
                deliberation.holds().stream()
                        .filter(hold ->
                                hold.id().equals(lock) && hold.standing() == Standing.CONFIRMED)
                        .findFirst();
        if (found.isEmpty()) {
            List<Hold> moved = movedBefore(deliberation.holds(), request);
            return deliberation.answer(
                    moved.isEmpty()
                            ? new TransferOutcome.Lost(endingOf(deliberation, lock))
                            : new TransferOutcome.Transferred(moved));
        }
        if (Keys.isGlobal(found.get().resource())) {
            throw new InvalidRequestException(
                    "a lock on everything cannot be handed over, since its freeze is its owner's:"
                            + " release it, and have the other take it");
        }
        if (found.get().owner().is(receiver)) {
            throw new InvalidRequestException("the lock already belongs to " + receiver.name());
        }
        if (deliberation.view().fates().containsKey(request.id())) {
            throw new InvalidRequestException(
                    "request id '" + request.id() + "' already names another request");
        }
        List<Hold> moving = movingTogether(deliberation.holds(), found.get());
        Optional<Hold> left = moving.stream().filter(hold -> !request.mayMove(hold)).findFirst();
        return left.isPresent()
                ? refused(left.get())
                : move(deliberation, moving, receiver, request.id());
    }

    private static Decision<TransferOutcome> move(
            Deliberation deliberation, List<Hold> moving, Owner receiver, RequestId request) {
        List<HoldDraft> drafts = new ArrayList<>();
        List<Integer> numbers = new ArrayList<>();
        for (Hold hold : moving) {
            deliberation.requireLive(hold.token());
            deliberation.end(hold, new Ending.Transferred(receiver));
        }
        for (Hold hold : moving) {
            HoldDraft draft =
                    received(deliberation, hold, receiver, claimOf(request, drafts.size(), hold));
            for (Hold other : deliberation.holds()) {
                if (Conflict.of(draft).with(Conflict.of(other))) {
                    return refused(other);
                }
            }
            drafts.add(draft);
            numbers.add(deliberation.grant(draft));
        }
        return deliberation.answer(
                stamp -> new TransferOutcome.Transferred(stamped(drafts, numbers, stamp)));
    }

    private static Decision<TransferOutcome> refused(Hold other) {
        return new Decision<>(
                null, stamp -> new TransferOutcome.Conflict(other), Decision.More.SETTLED);
    }

    private static List<Hold> stamped(List<HoldDraft> drafts, List<Integer> numbers, Stamp stamp) {
        List<Hold> holds = new ArrayList<>();
        for (int i = 0; i < drafts.size(); i++) {
            holds.add(Deliberation.stamped(drafts.get(i), numbers.get(i), stamp));
        }
        return holds;
    }

    /** The named hold first, then every other hold of its owner that touches one of those that move. */
    static List<Hold> movingTogether(List<Hold> holds, Hold first) {
        List<Hold> moving = new ArrayList<>(List.of(first));
        for (int i = 0; i < moving.size(); i++) {
            Hold reached = moving.get(i);
            holds.stream()
                    .filter(hold ->
                            hold.owner().is(first.owner())
                                    && hold.resource().overlaps(reached.resource())
                                    && !moving.contains(hold))
                    .forEach(moving::add);
        }
        return moving;
    }

    /** The claims of the old owner end with it; the receiver has one claim a hold, named after the transfer. */
    private static Claim claimOf(RequestId request, int index, Hold hold) {
        return new Claim(partOf(request, index), hold.resource(), hold.mode());
    }

    private static RequestId partOf(RequestId request, int index) {
        return index == 0 ? request : new RequestId(request.text() + "/" + (index + 1));
    }

    private static HoldDraft received(
            Deliberation deliberation, Hold hold, Owner receiver, Claim claim) {
        return new HoldDraft(
                hold.resource(),
                hold.mode(),
                receiver,
                List.of(claim),
                hold.terms(),
                hold.terms().lease(),
                Standing.CONFIRMED,
                hold.priority(),
                hold.note(),
                deliberation.circumstances().engine(),
                deliberation.nextHash());
    }

    /** The receiver's holds that this very transfer made; none if it is not the one that moved the lock. */
    private static List<Hold> movedBefore(List<Hold> holds, TransferRequest request) {
        List<Hold> received =
                holds.stream().filter(hold -> hold.owner().is(request.receiver())).toList();
        List<Hold> moved = new ArrayList<>();
        for (Hold hold : received) {
            if (hold.claim(partOf(request.id(), moved.size())).isPresent()) {
                moved.add(hold);
            }
        }
        return moved;
    }

    private static @Nullable Ending endingOf(Deliberation deliberation, LockId lock) {
        Fate fate = deliberation.view().fates().get(Deliberation.keyOf(lock));
        if (fate instanceof Fate.Ended ended) {
            return ended.ending();
        }
        boolean lapsed =
                deliberation.view().holds().stream()
                        .anyMatch(hold ->
                                hold.id().equals(lock) && !hold.isLive(deliberation.view().now()));
        return lapsed ? new Ending.Expired() : null;
    }
}
