package holdfast.simulation;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** How well the network and the store work at the moment. */
final class Weather {
    private static final long MICRO = 1_000;
    private static final long MILLI = 1_000_000;

    private final Chance chance;
    private final Profile profile;
    private final Scheduler scheduler;
    private final Map<Node, Long> mutedUntil = new HashMap<>();
    private long outageUntil;
    private long lastBadAt;
    private boolean fine;

    Weather(Chance chance, Profile profile, Scheduler scheduler) {
        this.chance = chance;
        this.profile = profile;
        this.scheduler = scheduler;
    }

    /** From now on nothing goes wrong any more. */
    void clearUp() {
        fine = true;
        outageUntil = 0;
        mutedUntil.clear();
    }

    void outage(Duration duration) {
        outageUntil = scheduler.now() + duration.toNanos();
        lastBadAt = outageUntil;
    }

    /** Nothing that the process asks arrives; it still hears. */
    void mute(Node node, Duration duration) {
        long until = scheduler.now() + duration.toNanos();
        mutedUntil.put(node, until);
        lastBadAt = Math.max(lastBadAt, until);
    }

    /** Whether nothing arrives that the process asks now. */
    boolean isOutage(Node node) {
        return scheduler.now() < Math.max(outageUntil, mutedUntil.getOrDefault(node, 0L));
    }

    /** When a request or an answer was last lost or very late. */
    long lastBadAt() {
        return lastBadAt;
    }

    /** How long a thread takes to get going. */
    long shortly() {
        return chance.between(1, 200) * MICRO;
    }

    /** How long a request or an answer takes. */
    long flight() {
        if (isBad(profile.slow())) {
            return chance.between(50, 3_000) * MILLI;
        }
        return chance.between(100, 2_000) * MICRO;
    }

    boolean losesRequest() {
        return isBad(profile.lostRequests());
    }

    boolean losesAnswer() {
        return isBad(profile.lostAnswers());
    }

    boolean isLate() {
        return isBad(profile.late());
    }

    boolean duplicates() {
        return !fine && chance.percent(profile.duplicates());
    }

    boolean losesNotice() {
        return chance.percent(profile.lostNotices());
    }

    private boolean isBad(double percent) {
        boolean bad = !fine && chance.percent(percent);
        if (bad) {
            lastBadAt = scheduler.now();
        }
        return bad;
    }
}
