package holdfast.engine;

import holdfast.model.Root;
import holdfast.rulebook.Company;
import holdfast.store.Commit;
import holdfast.store.RootView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Places in line that are asked for while this engine hands a root over again and again. They go along with the next hand-over, so that the
 * store has half as much to do, and whoever got a place that way sleeps on until it is granted something. Who finds no company within a
 * moment goes alone. Safe for use by many threads.
 */
final class Riders {
    static final Duration MOMENT = Duration.ofMillis(5);

    /** One commit should not keep a store for long. */
    private static final int COMPANY_MAX = 16;

    /** Longer than any call to a store takes: whoever took a join along says how that went. */
    private static final Duration LONG = Duration.ofHours(1);

    private final Map<Root, List<Ride>> waiting = new ConcurrentHashMap<>();

    /** How it went. */
    sealed interface Arrival {
        /** @param made the part that is the rider's own */
        record Carried(CommitLoop.Made made) implements Arrival {}

        /** Nobody took it along. */
        record Left() implements Arrival {}

        /** The answer to the commit that took it along was lost. */
        record Unknown() implements Arrival {}
    }

    /** One who wants to go along, from its own thread. */
    private static final class Ride {
        private final Commit join;
        private final Seat seat;
        private volatile @Nullable Arrival arrival;

        /** Whether its thread waits for nothing but the arrival. */
        private volatile boolean impatient;

        Ride(Commit join, Seat seat) {
            this.join = join;
            this.seat = seat;
        }

        /** Who was carried is not woken for that: it has still to wait. */
        void arrived(Arrival how) {
            arrival = how;
            if (impatient || !(how instanceof Arrival.Carried)) {
                seat.nudge();
            }
        }

        /** @return whether the thread was interrupted */
        boolean sleep(Duration atMost) {
            try {
                seat.doze(atMost);
                return false;
            } catch (InterruptedException e) {
                return true;
            }
        }
    }

    /** Lets a join go along with the next hand-over of its root. */
    Arrival ride(Commit join, Seat seat) {
        var ride = new Ride(join, seat);
        waiting.compute(join.root(), (root, others) -> and(others, ride));
        boolean interrupted = ride.sleep(MOMENT);
        if (ride.arrival == null && !retract(ride)) {
            ride.impatient = true;
            while (ride.arrival == null) {
                interrupted |= ride.sleep(LONG);
            }
        }
        if (interrupted) {
            // Whoever waits next notices, and gives up the place.
            Thread.currentThread().interrupt();
        }
        Arrival arrival = ride.arrival;
        return arrival == null ? new Arrival.Left() : arrival;
    }

    private static List<Ride> and(@Nullable List<Ride> others, Ride ride) {
        List<Ride> all = others == null ? new ArrayList<>() : others;
        all.add(ride);
        return all;
    }

    /** @return whether nobody has taken it along */
    private boolean retract(Ride ride) {
        boolean[] found = new boolean[1];
        waiting.computeIfPresent(
                ride.join.root(),
                (root, rides) -> {
                    found[0] = rides.remove(ride);
                    return rides.isEmpty() ? null : rides;
                });
        return found[0];
    }

    /**
     * Takes those along who wait for that; their fate is that of the commit.
     *
     * @param view with which the commit was decided
     */
    Trip on(Commit commit, RootView view) {
        Optional<Company> company = waiting.isEmpty() ? Optional.empty() : Company.of(commit, view);
        List<Ride> rides = company.isEmpty() ? null : waiting.remove(commit.root());
        return rides == null ? new Trip(commit) : new Trip(company.orElseThrow(), rides);
    }

    /** Takes nobody along. */
    static Trip alone(Commit commit) {
        return new Trip(commit);
    }

    /** A commit, and who goes along with it. */
    static final class Trip implements AutoCloseable {
        private record Passenger(Ride ride, int numbersBefore) {}

        private final Commit commit;
        private final List<Passenger> passengers = new ArrayList<>();

        private Trip(Commit alone) {
            this.commit = alone;
        }

        private Trip(Company company, List<Ride> rides) {
            for (Ride ride : rides) {
                if (passengers.size() < COMPANY_MAX && company.add(ride.join)) {
                    passengers.add(new Passenger(ride, company.numbersBefore()));
                } else {
                    ride.arrived(new Arrival.Left());
                }
            }
            this.commit = company.commit();
        }

        Commit commit() {
            return commit;
        }

        /** Before anybody hears of the commit: who was carried by it may be granted something right after. */
        void arrived(CommitLoop.Made made) {
            for (Passenger passenger : passengers) {
                var own =
                        new CommitLoop.Made(
                                passenger.ride.join,
                                made.stamp().behind(passenger.numbersBefore),
                                made.sentAt(),
                                made.holds());
                passenger.ride.arrived(new Arrival.Carried(own));
            }
            passengers.clear();
        }

        void refused() {
            passengers.forEach(passenger -> passenger.ride.arrived(new Arrival.Left()));
            passengers.clear();
        }

        /** If nothing was said, the commit may have been made. */
        @Override
        public void close() {
            passengers.forEach(passenger -> passenger.ride.arrived(new Arrival.Unknown()));
            passengers.clear();
        }
    }
}
