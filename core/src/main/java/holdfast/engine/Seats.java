package holdfast.engine;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import holdfast.model.RequestId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/** Seats by their request. A request that was repeated while it waits has several. */
final class Seats {
    /** Innermost lock: no foreign code runs while it is held. */
    private final ReentrantLock mutex = new ReentrantLock();

    @GuardedBy("mutex")
    private final Map<RequestId, List<Seat>> byRequest = new LinkedHashMap<>();

    void add(Seat seat) {
        mutex.lock();
        try {
            byRequest.computeIfAbsent(seat.request(), id -> new ArrayList<>(1)).add(seat);
        } finally {
            mutex.unlock();
        }
    }

    void remove(Seat seat) {
        mutex.lock();
        try {
            byRequest.computeIfPresent(
                    seat.request(),
                    (id, seats) -> {
                        seats.remove(seat);
                        return seats.isEmpty() ? null : seats;
                    });
        } finally {
            mutex.unlock();
        }
    }

    List<Seat> of(RequestId request) {
        mutex.lock();
        try {
            return List.copyOf(byRequest.getOrDefault(request, List.of()));
        } finally {
            mutex.unlock();
        }
    }

    List<Seat> all() {
        mutex.lock();
        try {
            return byRequest.values().stream().flatMap(List::stream).toList();
        } finally {
            mutex.unlock();
        }
    }

    boolean isEmpty() {
        mutex.lock();
        try {
            return byRequest.isEmpty();
        } finally {
            mutex.unlock();
        }
    }
}
