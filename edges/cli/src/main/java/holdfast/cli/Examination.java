package holdfast.cli;

import holdfast.model.AcquireOutcome;
import holdfast.model.Explanation;
import holdfast.model.Resource;
import holdfast.model.StoreTime;
import holdfast.store.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** What {@code doctor} finds out, one check after the other until one fails. */
final class Examination {
    /** Beside the locks of people, and shared, so that two doctors do not meet. */
    private static final String PATIENT = "holdfast-doctor";

    private static final Duration LEASE = Duration.ofSeconds(10);
    private static final Duration SLOW = Duration.ofSeconds(1);
    private static final Duration CLOCKS_APART = Duration.ofSeconds(5);

    private final Context context;
    private final StoreOption option;
    private final List<Finding> findings = new ArrayList<>();

    /** The one under way. */
    private String check;

    /** What a check found. */
    record Finding(String check, State state, String detail) {}

    enum State {
        OK,
        WARNING,
        FAILED
    }

    Examination(Context context, StoreOption option) {
        this.context = context;
        this.option = option;
        this.check = option.isServer() ? "server" : "store";
    }

    List<Finding> findings() throws InterruptedException {
        String address = option.absoluteAddress();
        if (!option.isThere()) {
            find(
                    "store",
                    option.isNamed() ? State.FAILED : State.WARNING,
                    address
                            + " ("
                            + option.source()
                            + ") is not there yet: the first lock makes it");
            return List.copyOf(findings);
        }
        try {
            var session = option.open();
            find(check, State.OK, address + " (" + option.source() + ")");
            try {
                examine(session);
            } finally {
                // Also when a check failed: then it says most.
                session.store().flatMap(context.stores()::watched).ifPresent(this::calls);
            }
        } catch (StoreException.Incompatible e) {
            find("schema", State.FAILED, String.valueOf(e.getMessage()));
        } catch (StoreException e) {
            find(check, State.FAILED, String.valueOf(e.getMessage()));
        }
        return List.copyOf(findings);
    }

    private void find(String check, State state, String detail) {
        findings.add(new Finding(check, state, detail));
    }

    private void examine(Session opened) throws InterruptedException {
        try (var session = opened) {
            if (session.store().isPresent()) {
                check = "schema";
                session.locks();
                find(check, State.OK, "made by this version or one that agrees with it");
            }
            check = "round trip";
            roundTrip(session);
            check = "clock";
            clock(session.locks().holdsOf(Resource.parse(PATIENT).root()).now());
            check = "locks";
            locks(session);
        }
    }

    private void roundTrip(Session session) throws InterruptedException {
        long began = System.nanoTime();
        AcquireOutcome outcome =
                session.holdfast()
                        .lock(PATIENT)
                        .ownedBy(new Identity(context.environment()).newOwner())
                        .shared()
                        .lease(LEASE)
                        .refuseWhenFrozen()
                        .acquireDetached();
        switch (outcome) {
            case AcquireOutcome.Granted granted -> {
                session.locks()
                        .release(
                                granted.hold().resource().root(),
                                granted.hold().id(),
                                granted.claim().request());
                took(Duration.ofNanos(System.nanoTime() - began));
            }
            case AcquireOutcome.Refused refused ->
                    find(check, State.WARNING, Explanation.of(refused.refusal()));
            case AcquireOutcome.Queued _ ->
                    throw new IllegalStateException("queued without being asked to");
        }
    }

    private void took(Duration time) {
        find(
                check,
                time.compareTo(SLOW) > 0 ? State.WARNING : State.OK,
                "a lock and its release took " + Durations.inWords(time));
    }

    private void clock(StoreTime now) {
        Duration apart = Duration.between(Instant.now(), now.instant());
        boolean far = apart.abs().compareTo(CLOCKS_APART) > 0;
        find(
                check,
                far ? State.WARNING : State.OK,
                Times.absolute(now)
                        + (far
                                ? ", "
                                        + Durations.inWords(apart)
                                        + (apart.isNegative() ? " behind" : " ahead of")
                                        + " this host; leases go by the store's clock"
                                : ", as on this host"));
    }

    private void calls(Stores.Watched watched) {
        find("calls", watched.troubled() ? State.WARNING : State.OK, watched.inWords());
    }

    private static String count(int number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }

    private void locks(Session session) {
        List<LockRow> rows = LockRow.all(session.allHolds());
        long stale = rows.stream().filter(row -> row.state() == LockState.STALE).count();
        int deadlocks = session.locks().deadlocks().size();
        find(
                check,
                stale > 0 || deadlocks > 0 ? State.WARNING : State.OK,
                count(rows.size(), "lock")
                        + ", "
                        + stale
                        + " stale; "
                        + count(session.locks().freezes().all().size(), "freeze")
                        + "; "
                        + count(deadlocks, "deadlock"));
    }
}
