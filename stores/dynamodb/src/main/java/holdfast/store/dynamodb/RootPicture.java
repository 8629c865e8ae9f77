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
    /** The same with everybody who waits taken for live. */
    RootPicture assumingLive() {
        return new RootPicture(known.live(now), endings, now);
    }

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
            case Condition.WaiterThere is -> known.find(is.ticket()).isPresent();
            case Condition.RequestUnknown is -> fateOf(is.request()).isEmpty();
            case Condition.WaitersBelow is -> waiting() < is.count();
            case Condition.NotAfter is -> is.time().hasReached(now);
        };
    }

    private int waiting() {
        Queue queue = known.queue();
        return queue == null ? known.item().numbers().waiting() : queue.size();
    }

    /** Only the first of a line may be known, but then nobody asks for others: see {@link #shows}. */
    private boolean isWaiting(RequestId request) {
        return !known.requiredFront().of(request).isEmpty();
    }

    /** Whether what is known of the queue is all that a look of this interest shows of it. */
    boolean shows(Interest interest) {
        RootItem item = known.item();
        return known.queue() != null
                || (known.front() != null
                        && interest.owners().isEmpty()
                        && interest.requests().stream()
                                .allMatch(request ->
                                        item.isClaimed(request) || item.isHeldAs(request)));
    }

    private Optional<Fate> fateOf(RequestId request) {
        RootItem item = known.item();
        if (item.isClaimed(request) || isWaiting(request)) {
            return Optional.of(new Fate.Live());
        }
        return endings.find(item, request)
                .filter(ended -> ended.isKept(item.numbers().told(), now))
                .map(EndedRequest::ended);
    }

    /**
     * Whether all that a look would show is known here. A place that has lapsed as far as is known here may have been touched
     * elsewhere; one that has not is surely there.
     */
    boolean isWhole(Interest interest) {
        return known.isSureOfPlaces(now)
                && shows(interest)
                && interest.requests().stream().allMatch(this::isFateKnown);
    }

    private boolean isFateKnown(RequestId request) {
        RootItem item = known.item();
        return item.numbers().spilled() == 0
                || item.isClaimed(request)
                || item.isHeldAs(request)
                || isWaiting(request)
                || item.ending(request).isPresent();
    }

    RootView view(Interest interest) {
        RootItem item = known.item();
        Queue queue = known.requiredFront();
        var fates = new HashMap<RequestId, Fate>();
        for (RequestId request : interest.requests()) {
            // The end of a lock that is held is yet to come: nothing need be read for it.
            if (!item.isHeldAs(request) || item.isClaimed(request)) {
                fateOf(request).ifPresent(fate -> fates.put(request, fate));
            }
        }
        return new RootView(
                item.root(),
                now,
                item.numbers().version(),
                item.numbers().epoch(),
                item.holds(),
                Front.of(queue, item.holds(), interest, now),
                waiting(),
                queue.paths(),
                fates);
    }
}
