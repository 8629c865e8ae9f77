package holdfast.store.dynamodb;

import holdfast.model.Root;
import holdfast.model.Standing;
import holdfast.store.Change;
import holdfast.store.Commit;
import holdfast.store.CommitResult;
import holdfast.store.Condition;
import holdfast.store.Interest;
import holdfast.store.RootView;
import holdfast.store.Stamp;
import holdfast.store.StoreException;
import holdfast.store.dynamodb.StoreClock.Moment;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Looks and commits. A commit is decided with what this process knows of the root and written on condition that it is so; where it is
 * not, the refusal brings the root along, and it is decided again. Only what was read during the call is ever shown.
 */
final class Committing {
    private static final int ATTEMPTS_MAX = 200;
    private static final int PATIENT_AFTER = 2;
    private static final Duration PAUSE_MAX = Duration.ofMillis(40);

    private final DynamoLink link;
    private final RootSlots slots;
    private final RootReader reader;
    private final RootWriter writer;
    private final Touching touching;
    private final Notices notices;

    Committing(DynamoLink link, RootSlots slots, Trail trail, Notices notices) {
        this.link = link;
        this.slots = slots;
        this.reader = new RootReader(link);
        this.writer = new RootWriter(link, reader, trail);
        this.touching = new Touching(link, reader);
        this.notices = notices;
    }

    RootView read(Root root, Interest interest) {
        RootSlot slot = slots.of(root);
        Known known = reader.look(root, slot.known);
        slot.known = known.remembered();
        return new RootPicture(known, slot.endings, moment(known).now()).view(interest);
    }

    private Moment moment(Known known) {
        return Moment.of(link.clock().read(), known.item().numbers().at());
    }

    CommitResult commit(Commit commit) {
        boolean onlyTouches =
                commit.conditions().isEmpty()
                        && !commit.changes().isEmpty()
                        && commit.changes().stream().allMatch(Change.Touch.class::isInstance);
        if (onlyTouches) {
            notices.waits();
            return new CommitResult.Committed(touching.touch(commit.root(), commit.changes()));
        }
        CommitResult result = inTurn(commit, slots.of(commit.root()));
        if (result instanceof CommitResult.Committed committed) {
            notices.tell(commit, committed.stamp());
            if (commit.changes().stream().anyMatch(Change.Join.class::isInstance)) {
                notices.joined();
            }
        }
        return result;
    }

    private CommitResult inTurn(Commit commit, RootSlot slot) {
        slot.mutex.lock();
        try {
            return new Attempt(commit, slot).make();
        } catch (StoreException e) {
            slot.known = null;
            throw e;
        } finally {
            slot.mutex.unlock();
        }
    }

    /** One commit on its way. */
    private final class Attempt {
        private final Commit commit;
        private final RootSlot slot;
        private final boolean needsQueue;
        private final boolean needsEnds;
        private final boolean endsAHold;

        /** What it is decided with, and whether all of that was read during this call. */
        private Known known;

        private boolean fresh;

        Attempt(Commit commit, RootSlot slot) {
            this.commit = commit;
            this.slot = slot;
            this.endsAHold = commit.changes().stream().anyMatch(Change.End.class::isInstance);
            this.needsEnds =
                    commit.changes().stream().anyMatch(Change.DropLapsed.class::isInstance);
            this.needsQueue =
                    needsEnds
                            || commit.changes().stream().anyMatch(Change.Touch.class::isInstance)
                            || commit.conditions().stream()
                                    .anyMatch(Condition.RequestUnknown.class::isInstance);
            Known remembered = slot.known;
            this.known = remembered == null ? Known.of(reader.item(commit.root())) : remembered;
            this.fresh = remembered == null;
        }

        CommitResult make() {
            for (int attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
                CommitResult result = tryOnce();
                if (result != null) {
                    return result;
                }
                if (attempt > PATIENT_AFTER) {
                    LockSupport.parkNanos(
                            ThreadLocalRandom.current().nextLong(PAUSE_MAX.toNanos()));
                }
            }
            throw new StoreException.Unavailable(
                    "gave up after "
                            + ATTEMPTS_MAX
                            + " attempts: others changed '"
                            + commit.root()
                            + "' each time",
                    null);
        }

        /** Null if it must be tried again. */
        private @Nullable CommitResult tryOnce() {
            boolean needsIt = needsQueue || !known.item().countsWaiters() || !knowsPlaces();
            if ((needsEnds && known.ends() != Known.Ends.READ)
                    || (needsIt && known.queue() == null)) {
                know(look());
            }
            Moment moment = moment(known);
            var picture = new RootPicture(known, slot.endings, moment.now());
            if (!commit.conditions().stream().allMatch(picture::satisfies)) {
                return refuse(picture);
            }
            Staged staged = Staging.of(known, commit.changes(), moment, slot.assumed);
            var outcome = writer.write(known, staged, notices.elsewhere(commit.tell()));
            return switch (outcome) {
                case RootWriter.Outcome.Written written -> written(written, staged);
                case RootWriter.Outcome.Overtaken overtaken -> {
                    know(Known.of(overtaken.item(), known));
                    yield null;
                }
                case RootWriter.Outcome.Disturbed disturbed -> {
                    know(reader.look(commit.root(), known));
                    yield staged.places().assumed().isEmpty() ? null : decideAgain();
                }
            };
        }

        /** Whether those are known whom it names, as who grants names the first in line. */
        private boolean knowsPlaces() {
            return commit.conditions().stream()
                            .allMatch(condition ->
                                    !(condition instanceof Condition.WaiterThere there)
                                            || known.find(there.ticket()).isPresent())
                    && commit.changes().stream()
                            .allMatch(change ->
                                    !(change instanceof Change.Leave leave)
                                            || known.find(leave.waiter().ticket()).isPresent());
        }

        private void know(Known newer) {
            known = newer;
            fresh = true;
        }

        /** As the root and its queue are now. */
        private Known look() {
            return fresh ? reader.complete(known.item()) : reader.look(commit.root(), known);
        }

        private @Nullable CommitResult refuse(RootPicture picture) {
            boolean shown = fresh && picture.shows(commit.interest());
            if (shown && known.isSureOfPlaces(picture.now())) {
                return refused(picture);
            }
            Queue front = endsAHold ? known.front() : null;
            if (front != null && front.isOneLine()) {
                if (shown) {
                    // Who ends a hold grants to the first, if it is live: the transaction asks.
                    slot.assumed = front.tickets();
                    return refused(picture.assumingLive());
                }
                know(fresh ? look() : Known.of(reader.item(commit.root()), known));
                return null;
            }
            know(look());
            return null;
        }

        private CommitResult refused(RootPicture picture) {
            slot.known = known.remembered();
            return new CommitResult.Refused(picture.view(commit.interest()));
        }

        /** Somebody was shown as waiting whose place had lapsed, or has been taken away. */
        private CommitResult decideAgain() {
            slot.assumed = Set.of();
            return refused(new RootPicture(known, slot.endings, moment(known).now()));
        }

        private CommitResult written(RootWriter.Outcome.Written written, Staged staged) {
            boolean confirms = confirmsAGrant();
            slot.endings.moved(written.moved(), known.item().numbers().spilled());
            Queue queue = staged.queue();
            known =
                    queue == null
                            ? Known.of(written.item())
                            : new Known(written.item(), queue, Known.Ends.TOLD);
            if (confirms && !isShownWhole(staged.stamp())) {
                known = withQueueIfItFits(known);
            }
            slot.known = known.remembered();
            slot.assumed = Set.of();
            if (!staged.places().touched().isEmpty()) {
                return new CommitResult.Committed(touching.touchAlso(commit.root(), staged));
            }
            return new CommitResult.Committed(staged.stamp(), shownAfter(staged.stamp()));
        }

        /** Who confirms asks how the root looks then: it would read all of it, and the item was written just now. */
        private boolean confirmsAGrant() {
            return commit.interest().isAlways()
                    && commit.changes().stream()
                            .anyMatch(change ->
                                    change instanceof Change.Extend extend
                                            && known.item()
                                                    .hold(extend.token())
                                                    .filter(hold ->
                                                            hold.standing() == Standing.UNCONFIRMED)
                                                    .isPresent());
        }

        /** The commit has been made: that more cannot be read now is no failure of it. */
        private Known withQueueIfItFits(Known written) {
            try {
                Queue queue = reader.queue(commit.root());
                return written.item().fits(queue)
                        ? new Known(written.item(), queue, Known.Ends.READ)
                        : written;
            } catch (StoreException e) {
                return written;
            }
        }

        private boolean isShownWhole(Stamp stamp) {
            return new RootPicture(known, slot.endings, stamp.now()).isWhole(commit.interest());
        }

        /** Null if nobody asked, or it would take a request. */
        private @Nullable RootView shownAfter(Stamp stamp) {
            return commit.interest().isAlways() && isShownWhole(stamp)
                    ? new RootPicture(known, slot.endings, stamp.now()).view(commit.interest())
                    : null;
        }
    }
}
