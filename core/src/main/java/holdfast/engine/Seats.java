package holdfast.engine;

import holdfast.model.RequestId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Seats by request. A request that is repeated while it waits has several, and all of them hear of its answer. Guarded by its user. */
final class Seats {
    private final Map<RequestId, List<Seat>> byRequest = new LinkedHashMap<>();

    void add(Seat seat) {
        byRequest.computeIfAbsent(seat.request().id(), request -> new ArrayList<>(1)).add(seat);
    }

    void remove(Seat seat) {
        byRequest.computeIfPresent(
                seat.request().id(),
                (request, same) -> {
                    same.remove(seat);
                    return same.isEmpty() ? null : same;
                });
    }

    boolean isEmpty() {
        return byRequest.isEmpty();
    }

    List<Seat> of(RequestId request) {
        return List.copyOf(byRequest.getOrDefault(request, List.of()));
    }

    List<Seat> all() {
        return byRequest.values().stream().flatMap(List::stream).toList();
    }
}
