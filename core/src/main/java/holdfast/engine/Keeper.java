package holdfast.engine;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import holdfast.model.Hold;
import holdfast.model.LockId;
import holdfast.model.Owner;
import holdfast.model.Root;
import holdfast.model.StoreTime;
import holdfast.store.StoreException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Renews all holds of this process in batches, survives rounds that fail, and tells each holder how it stands. Two loops: one
 * sends heartbeats and may hang with the store; the other only watches the time, so a holder always learns of its loss.
 */
final class Keeper {
    private static final int BATCH_MAX = 256;
    private static final Duration IDLE = Duration.ofMinutes(1);
    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

    /** Timers stand still while the host is suspended, so the watch looks at both clocks now and then. */
    private static final Duration LOOK_UP = Duration.ofSeconds(1);

    private final EngineHost host;
    private final Pulse pulse;
    private final Heartbeat heartbeat;
    private final EngineHost.Signal renewSoon;
    private final EngineHost.Signal watchSoon;
    private final StoreTrouble trouble = new StoreTrouble("heartbeats");

    /** Protects the set of kept holds; innermost. */
    private final ReentrantLock mutex = new ReentrantLock();

    @GuardedBy("mutex")
    private final Set<KeptHold> kept = new LinkedHashSet<>();

    @GuardedBy("mutex")
    private boolean renewing;

    @GuardedBy("mutex")
    private boolean watching;

    private volatile boolean closed;
    private volatile long renewRestsUntil;
    private volatile long watchRestsUntil;
    private volatile @Nullable HostTime failedAt;

    /** When the store was asked for a round of heartbeats that it has not answered yet. */
    private volatile @Nullable HostTime askedAt;

    /** Used by the watching thread alone. */
    private boolean nothingToWatch;

    Keeper(EngineHost host, Pulse pulse, Heartbeat heartbeat) {
        this.host = host;
        this.pulse = pulse;
        this.heartbeat = heartbeat;
        this.renewSoon = host.newSignal();
        this.watchSoon = host.newSignal();
    }

    void keep(KeptHold hold) {
        boolean startRenewing;
        boolean startWatching;
        mutex.lock();
        try {
            kept.add(hold);
            startRenewing = !renewing && !closed;
            startWatching = !watching;
            renewing |= startRenewing;
            watching = true;
        } finally {
            mutex.unlock();
        }
        if (startRenewing) {
            renewRestsUntil = host.monotonicNanos();
            host.startVital("holdfast-keeper", this::renewUntilClosed);
        }
        if (startWatching) {
            watchRestsUntil = host.monotonicNanos();
            host.startVital("holdfast-watch", this::watchUntilOver);
        }
        HostTime now = HostTime.of(host);
        wakeFor(renewSoon, renewRestsUntil, now, untilDue(hold, now));
        wakeFor(watchSoon, watchRestsUntil, now, shorter(hold.trustLeft(now), LOOK_UP));
    }

    /** Loops that would wake in time anyway are left to rest. */
    private static void wakeFor(
            EngineHost.Signal signal, long restsUntil, HostTime now, Duration due) {
        if (now.monotonicNanos() + due.toNanos() - restsUntil < 0) {
            signal.raise();
        }
    }

    void drop(KeptHold hold) {
        mutex.lock();
        try {
            kept.remove(hold);
        } finally {
            mutex.unlock();
        }
    }

    List<KeptHold> all() {
        mutex.lock();
        try {
            return List.copyOf(kept);
        } finally {
            mutex.unlock();
        }
    }

    /** Something happened to a root from outside: its holds are checked at once. */
    void look(Root root) {
        look(hold -> hold.resource().root().equals(root));
    }

    /** Confirms the lock, if it has yet to be: the store must know of it before anything is built on it. */
    void confirm(LockId lock) {
        confirm(hold -> hold.id().equals(lock));
    }

    /** The same for all that the owner has. */
    void confirm(Owner owner) {
        confirm(hold -> hold.owner().is(owner));
    }

    private void confirm(Predicate<Hold> which) {
        renewInBatches(
                all().stream()
                        .filter(kept -> !kept.isConfirmed() && which.test(kept.hold()))
                        .toList());
    }

    void look(Predicate<Hold> which) {
        List<KeptHold> touched = all().stream().filter(kept -> which.test(kept.hold())).toList();
        if (!touched.isEmpty()) {
            host.start("holdfast-check", () -> renewInBatches(touched));
        }
    }

    /** No notice tells an engine of its own deeds: what it takes away may be one of its own holds. */
    void committed(CommitLoop.Made made) {
        if (made.takesAway()) {
            look(made.commit().root());
        }
    }

    /** How a hold stands now, also when the watch has not had the time to find out. */
    HoldState stateOf(KeptHold hold) {
        if (hold.state().isHeld() && !hold.trustLeft(HostTime.of(host)).isPositive()) {
            end(hold, overdue(hold));
        }
        return hold.state();
    }

    /** Ends the heartbeats. The watch goes on until the last hold is over, since its holder must still learn of that. */
    void close() {
        closed = true;
        renewSoon.raise();
        watchSoon.raise();
    }

    private void renewUntilClosed() {
        VitalLoop.run("keeper", this::renewDue, renewSoon, () -> closed);
    }

    private void watchUntilOver() {
        VitalLoop.run("watch", this::watch, watchSoon, this::isWatchOver);
    }

    private boolean isWatchOver() {
        mutex.lock();
        try {
            watching = !closed || !kept.isEmpty();
            return !watching;
        } finally {
            mutex.unlock();
        }
    }

    private Duration renewDue() {
        HostTime now = HostTime.of(host);
        // Whoever is kept from now on finds a loop that would rest long, and wakes it.
        renewRestsUntil = now.monotonicNanos() + IDLE.toNanos();
        Duration rest = IDLE;
        List<KeptHold> due = new ArrayList<>();
        for (KeptHold hold : all()) {
            Duration left = untilDue(hold, now);
            if (!left.isPositive()) {
                due.add(hold);
            } else if (left.compareTo(rest) < 0) {
                rest = left;
            }
        }
        if (!due.isEmpty() && pulse.costs() == Pulse.Cost.A_REQUEST) {
            addDueSoon(due, now);
        }
        askedAt = now;
        try {
            renewInBatches(due);
        } finally {
            askedAt = null;
        }
        Duration pause = due.isEmpty() ? rest : Duration.ZERO;
        renewRestsUntil = host.monotonicNanos() + pause.toNanos();
        return pause;
    }

    /** What would be due before long goes along, so that in the end all are due together. */
    private void addDueSoon(List<KeptHold> due, HostTime now) {
        for (KeptHold hold : all()) {
            Duration pace = heartbeat.after(hold.hold().terms().lease());
            if (!due.contains(hold) && hold.sinceProven(now).compareTo(pace.dividedBy(2)) > 0) {
                due.add(hold);
            }
        }
    }

    private Duration untilDue(KeptHold hold, HostTime now) {
        Duration pace = heartbeat.after(hold.hold().terms().lease());
        Duration left = hold.isConfirmed() ? pace.minus(hold.sinceProven(now)) : Duration.ZERO;
        HostTime failed = failedAt;
        if (left.isPositive() || failed == null || !(hold.state() instanceof HoldState.Jeopardy)) {
            return left;
        }
        // A store that just failed is not asked again at once.
        Duration retry = pace.compareTo(RETRY_AFTER) < 0 ? pace.dividedBy(2) : RETRY_AFTER;
        return retry.minus(failed.elapsed(now));
    }

    /**
     * When a heartbeat is so late that the holder should know: after a third of the time that is left when it is due, and for the
     * first one when a third of the offer's time is left.
     */
    private Duration untilAlarm(KeptHold hold, HostTime now) {
        if (askedAt == null || hold.lastsToItsTenure()) {
            return IDLE;
        }
        if (!hold.isConfirmed()) {
            // What was believed had at least half of its time left.
            Hold offered = hold.hold();
            Duration lasts = offered.acquiredAt().until(offered.until());
            return hold.trustLeft(now).minus(lasts.dividedBy(3));
        }
        Duration lease = hold.hold().terms().lease();
        Duration pace = heartbeat.after(lease);
        return pace.plus(lease.minus(pace).dividedBy(3)).minus(hold.sinceProven(now));
    }

    private void renewInBatches(List<KeptHold> holds) {
        for (int from = 0; from < holds.size(); from += BATCH_MAX) {
            renewQuietly(holds.subList(from, Math.min(holds.size(), from + BATCH_MAX)));
        }
    }

    private void renewQuietly(List<KeptHold> holds) {
        try {
            renew(holds);
        } catch (StoreException.Corrupted e) {
            if (holds.size() == 1) {
                failed(holds, e);
            } else {
                // One of them cannot be read. The others must not be lost with it.
                holds.forEach(hold -> renewQuietly(List.of(hold)));
            }
        } catch (StoreException e) {
            failed(holds, e);
        }
    }

    private void failed(List<KeptHold> holds, StoreException e) {
        trouble.failed(e);
        failedAt = HostTime.of(host);
        holds.forEach(hold -> hold.moveTo(new HoldState.Jeopardy(String.valueOf(e.getMessage()))));
    }

    private void renew(List<KeptHold> holds) {
        HostTime sentAt = HostTime.of(host);
        List<Pulse.Answer> answers = pulse.renew(holds.stream().map(KeptHold::hold).toList());
        trouble.over();
        for (int i = 0; i < holds.size(); i++) {
            KeptHold hold = holds.get(i);
            switch (answers.get(i)) {
                case Pulse.Answer.Alive alive -> hold.proven(sentAt, alive.lasts());
                case Pulse.Answer.Over over -> end(hold, Losses.of(over.ending()));
                case Pulse.Answer.Failed failed -> {
                    failedAt = HostTime.of(host);
                    hold.moveTo(new HoldState.Jeopardy(failed.why()));
                }
            }
        }
    }

    /** How long a heartbeat at that time lets the hold last: a tenure may end before the lease does. */
    static Duration leaseFrom(Hold hold, StoreTime heartbeatAt) {
        return heartbeatAt.until(hold.terms().until(hold.acquiredAt(), heartbeatAt));
    }

    private Duration watch() {
        HostTime now = HostTime.of(host);
        watchRestsUntil = now.monotonicNanos() + IDLE.toNanos();
        List<KeptHold> watched = all();
        pulse.follow(watched.stream().map(KeptHold::hold).toList());
        // Twice in a row: holds that come and go must not wake the watch each time.
        Duration rest = watched.isEmpty() && nothingToWatch ? IDLE : LOOK_UP;
        nothingToWatch = watched.isEmpty();
        for (KeptHold hold : watched) {
            Duration left = hold.trustLeft(now);
            Duration patience = untilAlarm(hold, now);
            if (!left.isPositive()) {
                end(hold, overdue(hold));
            } else if (patience.isPositive()) {
                rest = shorter(rest, shorter(left, patience));
            } else {
                if (hold.state() instanceof HoldState.Held) {
                    hold.moveTo(new HoldState.Jeopardy("the store has not answered its heartbeat"));
                }
                rest = shorter(rest, left);
            }
        }
        watchRestsUntil = host.monotonicNanos() + rest.toNanos();
        return rest;
    }

    private Loss overdue(KeptHold hold) {
        if (hold.lastsToItsTenure()) {
            return Losses.tenureOver(hold.hold().terms());
        }
        if (hold.state() instanceof HoldState.Jeopardy jeopardy) {
            return Losses.unreachable(jeopardy);
        }
        HostTime asked = askedAt;
        boolean inTime = asked != null && hold.trustLeft(asked).isPositive();
        return closed ? Losses.ENGINE_CLOSED : inTime ? Losses.NO_ANSWER : Losses.STARVED;
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) <= 0 ? one : other;
    }

    private void end(KeptHold hold, Loss loss) {
        drop(hold);
        hold.moveTo(new HoldState.Lost(loss));
    }
}
