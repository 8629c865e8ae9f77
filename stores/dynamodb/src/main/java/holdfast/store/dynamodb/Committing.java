package holdfast.store.dynamodb;

import holdfast.model.Root;
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

    Committing(DynamoLink link, Trail trail, Notices notices) {
        this.link = link;
        this.slots = new RootSlots(link);
        this.reader = new RootReader(link);
        this.writer = new RootWriter(link, reader, trail);
        this.touching = new Touching(link, reader);
        this.notices = notices;
    }

    RootView read(Root root, Interest interest) {
        RootSlot slot = slots.of(root);
        Known known = reader.look(root);
        slot.known = known;
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
        if (result instanceof CommitResult.Committed) {
            notices.tell(commit.root(), commit.tell());
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
        private final boolean drops;

        /** What it is decided with, and whether all of that was read during this call. */
        private Known known;

        private boolean fresh;

        Attempt(Commit commit, RootSlot slot) {
            this.commit = commit;
            this.slot = slot;
            this.drops = commit.changes().stream().anyMatch(Change.DropLapsed.class::isInstance);
            this.needsQueue =
                    drops
                            || commit.conditions().stream().anyMatch(Attempt::isAboutWaiters)
                            || commit.changes().stream().anyMatch(Attempt::isAboutWaiters);
            Known remembered = slot.known;
            this.known = remembered == null ? Known.of(reader.item(commit.root())) : remembered;
            this.fresh = remembered == null;
        }

        private static boolean isAboutWaiters(Condition condition) {
            return condition instanceof Condition.WaiterThere
                    || condition instanceof Condition.RequestUnknown;
        }

        private static boolean isAboutWaiters(Change change) {
            return change instanceof Change.Leave || change instanceof Change.Touch;
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
            if (drops && !fresh) {
                know(reader.look(commit.root()));
            } else if (known.queue() == null && (needsQueue || !known.item().countsWaiters())) {
                know(reader.complete(fresh ? known.item() : reader.item(commit.root())));
            }
            Moment moment = moment(known);
            var picture = new RootPicture(known, slot.endings, moment.now());
            if (!commit.conditions().stream().allMatch(picture::satisfies)) {
                return refuse(picture);
            }
            Staged staged = Staging.of(known, commit.changes(), moment);
            var outcome = writer.write(known.item(), staged, notices.elsewhere(commit.tell()));
            return switch (outcome) {
                case RootWriter.Outcome.Written written -> written(written, staged);
                case RootWriter.Outcome.Overtaken overtaken -> {
                    know(Known.of(overtaken.item()));
                    yield null;
                }
                case RootWriter.Outcome.Disturbed disturbed -> {
                    know(reader.look(commit.root()));
                    yield null;
                }
            };
        }

        private void know(Known newer) {
            known = newer;
            fresh = true;
        }

        private @Nullable CommitResult refuse(RootPicture picture) {
            if (fresh && known.queue() != null) {
                slot.known = known;
                return new CommitResult.Refused(picture.view(commit.interest()));
            }
            know(fresh ? reader.complete(known.item()) : reader.look(commit.root()));
            return null;
        }

        private CommitResult written(RootWriter.Outcome.Written written, Staged staged) {
            slot.endings.moved(written.moved(), known.item().numbers().spilled());
            Known after = Known.of(written.item());
            known = after.queue() == null ? new Known(written.item(), staged.queue()) : after;
            slot.known = known;
            if (!staged.places().touched().isEmpty()) {
                return new CommitResult.Committed(touching.touchAlso(commit.root(), staged));
            }
            return new CommitResult.Committed(staged.stamp(), shownAfter(staged.stamp()));
        }

        /** Null if nobody asked, or it would take a request. */
        private @Nullable RootView shownAfter(Stamp stamp) {
            var picture = new RootPicture(known, slot.endings, stamp.now());
            return commit.interest().when() == Interest.When.ALWAYS
                            && picture.isWhole(commit.interest())
                    ? picture.view(commit.interest())
                    : null;
        }
    }
}
