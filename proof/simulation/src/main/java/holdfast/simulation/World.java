package holdfast.simulation;

import holdfast.engine.EngineSettings;
import holdfast.engine.Heartbeat;
import holdfast.engine.LockEngine;
import holdfast.rulebook.Limits;
import holdfast.rulebook.Rules;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One run: some processes with clients on one store, for a while of work and trouble, and then a drain in which nothing goes
 * wrong any more and everybody must come to an end.
 */
final class World {
    static final Duration STEP = Duration.ofSeconds(10);
    static final Duration TICKET_LEASE = Duration.ofSeconds(6);

    /** Of every other process; the others' is two thirds of it. */
    static final Duration CLAIM_DEADLINE = Duration.ofSeconds(6);

    static final Duration LEASE_MAX = Duration.ofSeconds(12);
    static final Duration QUEUE_TIME_MAX = Duration.ofMinutes(30);
    private static final Duration TOUCH = Duration.ofSeconds(2);
    private static final Duration HOUSEKEEPING = Duration.ofSeconds(5);

    /** Everybody in line is served one after the other, past leases, quarantines, freezes and a clock that was set back. */
    private static final Duration DRAIN = Duration.ofMinutes(8);

    /** When nobody calls any more, the last leases and places lapse and are cleared away. */
    private static final Duration AFTERWARDS = Duration.ofSeconds(45);

    private final long seed;
    private final Profile profile;
    private final Chance chance;
    private final Scheduler scheduler = new Scheduler();
    private final EventLog log;
    private final Weather weather;
    private final Ground ground;
    private final Ledger ledger;
    private final Checker checker;
    private final List<Node> nodes = new ArrayList<>();
    private int nodesMade;
    private int clients;
    private boolean working = true;
    private boolean over;
    private long events;
    private @Nullable Violation violation;

    /**
     * How a run went.
     *
     * @param violation null if every invariant held
     */
    record Outcome(
            long seed,
            Profile profile,
            @Nullable Violation violation,
            long events,
            long hash,
            List<String> tail) {}

    World(long seed, EventLog log) {
        this(seed, log, new Chance(seed));
    }

    private World(long seed, EventLog log, Chance chance) {
        this(seed, log, chance, Profile.of(chance));
    }

    World(long seed, EventLog log, Chance chance, Profile profile) {
        this.seed = seed;
        this.log = log;
        this.chance = chance;
        this.profile = profile;
        this.weather = new Weather(chance, profile, scheduler);
        this.ground = new Ground(this);
        this.ledger = new Ledger(this);
        this.checker = new Checker(this);
    }

    Outcome run() {
        note("world", profile.toString());
        for (int i = 0; i < profile.nodes(); i++) {
            addNode();
        }
        new Admin(this).plan();
        new Trouble(this).plan();
        scheduler.after(Duration.ofSeconds(chance.between(30, 70)).toNanos(), this::drain);
        while (violation == null && !over && scheduler.step()) {
            events++;
            checker.stepped();
        }
        nodes.forEach(Node::crash);
        return new Outcome(seed, profile, violation, events, log.hash(), log.latest());
    }

    /** A process comes up, with its share of the clients. */
    Node addNode() {
        var node = new Node(this, "n" + ++nodesMade);
        nodes.add(node);
        Duration claimDeadline =
                nodesMade % 2 == 0 ? CLAIM_DEADLINE : CLAIM_DEADLINE.multipliedBy(2).dividedBy(3);
        int share = Math.max(1, profile.clients() / profile.nodes());
        node.start(
                "boot",
                () -> {
                    LockEngine engine = node.boot(settings(profile, claimDeadline));
                    ledger.up(node, engine);
                    for (int i = 0; i < share; i++) {
                        clients++;
                        var client = new Client(new Caller(this, node, engine), "c" + clients);
                        node.start("client", client::run);
                    }
                });
        return node;
    }

    private static EngineSettings settings(Profile profile, Duration claimDeadline) {
        var limits =
                new Limits(
                        200, 64, QUEUE_TIME_MAX, Duration.ofMillis(100), Duration.ofHours(1), 64);
        return new EngineSettings(
                new Rules(STEP, claimDeadline, TICKET_LEASE, limits, List.of()),
                Heartbeat.atThirdOfLease(),
                TOUCH,
                Duration.ofMinutes(2),
                profile.victims(),
                HOUSEKEEPING,
                HOUSEKEEPING,
                1_000);
    }

    private void drain() {
        note("world", "drains");
        working = false;
        weather.clearUp();
        drain(scheduler.now() + DRAIN.toNanos());
    }

    private void drain(long latest) {
        if (ledger.open().isEmpty() || scheduler.now() >= latest) {
            scheduler.after(AFTERWARDS.plus(ground.isBehind()).toNanos(), this::drained);
        } else {
            scheduler.after(Duration.ofSeconds(1).toNanos(), () -> drain(latest));
        }
    }

    private void drained() {
        checker.drained();
        over = true;
    }

    /** Whether new work is begun. */
    boolean isWorking() {
        return working;
    }

    Scheduler scheduler() {
        return scheduler;
    }

    Chance chance() {
        return chance;
    }

    Profile profile() {
        return profile;
    }

    Weather weather() {
        return weather;
    }

    Ground ground() {
        return ground;
    }

    Ledger ledger() {
        return ledger;
    }

    Checker checker() {
        return checker;
    }

    /** Those that have not crashed. */
    List<Node> nodes() {
        return nodes;
    }

    void note(Object who, String what) {
        log.add(scheduler.now(), who + " " + what);
    }

    /** The first violation ends the run. */
    void broken(Violation found) {
        if (violation == null) {
            violation = found;
            note("world", "BROKEN " + found);
        }
    }
}
