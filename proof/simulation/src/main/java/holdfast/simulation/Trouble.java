package holdfast.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The big things that go wrong now and then. */
final class Trouble {
    private static final long SECOND = 1_000_000_000L;

    private final World world;
    private final Chance chance;

    /** What may go wrong. */
    enum Kind {
        CRASH,
        PAUSE,
        OUTAGE,
        MUTE,
        INTERRUPT,
        CLOCK_BACK,
        CLOCK_FORWARD,
        DATA_LOSS;

        /** Some runs know only one kind, others most. A lost store or a clock set forward excuses much, so they are rare. */
        static List<Kind> some(Chance chance) {
            List<Kind> kinds = new ArrayList<>(List.of(CRASH, PAUSE, OUTAGE, MUTE, INTERRUPT));
            kinds.removeIf(kind -> chance.percent(25));
            if (chance.percent(20)) {
                kinds.add(CLOCK_BACK);
            } else if (chance.percent(10)) {
                kinds.add(CLOCK_FORWARD);
            } else if (chance.percent(10)) {
                kinds.add(DATA_LOSS);
            }
            return kinds;
        }
    }

    Trouble(World world) {
        this.world = world;
        this.chance = world.chance();
    }

    void plan() {
        Profile profile = world.profile();
        if (profile.troubles() > 0 && !profile.kinds().isEmpty()) {
            long mean = 60 * SECOND / profile.troubles();
            world.scheduler().after(chance.between(mean / 4, mean * 2), this::strike);
        }
    }

    private void strike() {
        if (!world.isWorking()) {
            return;
        }
        Kind kind = chance.oneOf(world.profile().kinds());
        world.note("trouble", kind.toString());
        switch (kind) {
            case CRASH -> crash();
            case PAUSE -> pause();
            case OUTAGE -> world.weather().outage(seconds(1, 20));
            case MUTE -> world.weather().mute(someNodeThatWaits(), seconds(5, 20));
            case INTERRUPT -> world.ledger().someActor().ifPresent(Actor::interrupt);
            case CLOCK_BACK -> world.ground().stepClock(-seconds(1, 15).toNanos());
            case CLOCK_FORWARD -> world.ground().stepClock(seconds(1, 15).toNanos());
            case DATA_LOSS -> loseData();
        }
        plan();
    }

    private Node someNodeThatWaits() {
        return world.ledger()
                .someActor()
                .map(Actor::node)
                .orElseGet(() -> chance.oneOf(world.nodes()));
    }

    private void crash() {
        Node victim = chance.oneOf(world.nodes());
        world.note("trouble", "crash of " + victim);
        victim.crash();
        world.nodes().remove(victim);
        world.ledger().died(victim);
        world.scheduler().after(seconds(0, 10).toNanos(), world::addNode);
        if (world.nodes().isEmpty()) {
            world.addNode();
        }
    }

    private void pause() {
        Node victim = chance.oneOf(world.nodes());
        Node.Pause kind = chance.oneOf(List.of(Node.Pause.values()));
        Duration lasts = seconds(1, 25);
        if (victim.pauseLeft() > 0) {
            return;
        }
        world.note("trouble", "pause of " + victim + " " + kind + " " + lasts);
        victim.pause(lasts, kind);
    }

    private void loseData() {
        world.ground().loseEverything();
        world.checker().dataLost();
    }

    private Duration seconds(int least, int most) {
        return Duration.ofMillis(chance.between(least * 1_000L, most * 1_000L));
    }
}
