package holdfast.store.dynamodb;

import holdfast.model.Fate;
import holdfast.model.RequestId;
import holdfast.model.StoreTime;
import holdfast.store.Condition;
import holdfast.store.Interest;
import holdfast.store.RootView;
import java.util.HashMap;
import java.util.Optional;

/** A root at one moment: whether conditions hold of it, and what a look shows. */
record RootPicture(Known known, Endings endings, StoreTime now) {
    boolean satisfies(Condition condition) {
        RootItem item = known.item();
        return switch (condition) {
            case Condition.VersionIs is -> item.numbers().version() == is.version();
            case Condition.EpochIs is -> item.numbers().epoch() == is.epoch();
            case Condition.HoldLive is ->
                    item.hold(is.token()).filter(hold -> hold.isLive(now)).isPresent();
            case Condition.HoldLapsed is ->
                    item.hold(is.token())
                            .filter(hold -> hold.until().equals(is.until()) && !hold.isLive(now))
                            .isPresent();
            case Condition.HoldThere is -> item.hold(is.token()).isPresent();
            case Condition.WaiterThere is -> known.requiredQueue().find(is.ticket()).isPresent();
            case Condition.RequestUnknown is -> fateOf(is.request()).isEmpty();
            case Condition.WaitersBelow is -> waiting() < is.count();
            case Condition.NotAfter is -> is.time().hasReached(now);
        };
    }

    private int waiting() {
        Queue queue = known.queue();
        return queue == null ? known.item().numbers().waiting() : queue.size();
    }

    private Optional<Fate> fateOf(RequestId request) {
        RootItem item = known.item();
        if (item.isClaimed(request) || !known.requiredQueue().of(request).isEmpty()) {
            return Optional.of(new Fate.Live());
        }
        return endings.find(item, request)
                .filter(ended -> ended.isKept(item.numbers().told(), now))
                .map(EndedRequest::fate);
    }

    /**
     * Whether all that a look would show is known here. A place that has lapsed as far as is known here may have been touched
     * elsewhere; one that has not is surely there.
     */
    boolean isWhole(Interest interest) {
        Queue queue = known.queue();
        return queue != null
                && queue.waiters().stream().allMatch(waiter -> waiter.isLive(now))
                && interest.requests().stream().allMatch(this::isFateKnown);
    }

    private boolean isFateKnown(RequestId request) {
        RootItem item = known.item();
        return item.numbers().spilled() == 0
                || item.isClaimed(request)
                || !known.requiredQueue().of(request).isEmpty()
                || item.ending(request).isPresent();
    }

    RootView view(Interest interest) {
        RootItem item = known.item();
        Queue queue = known.requiredQueue();
        var fates = new HashMap<RequestId, Fate>();
        for (RequestId request : interest.requests()) {
            fateOf(request).ifPresent(fate -> fates.put(request, fate));
        }
        return new RootView(
                item.root(),
                now,
                item.numbers().version(),
                item.numbers().epoch(),
                item.holds(),
                Front.of(queue, item.holds(), interest, now),
                queue.size(),
                queue.paths(),
                fates);
    }
}
