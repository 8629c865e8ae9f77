package holdfast.store.memory;

import holdfast.model.Mode;
import holdfast.model.OwnerId;
import holdfast.model.RequestId;
import holdfast.model.Resource;
import holdfast.model.StoreTime;
import holdfast.model.SubPath;
import holdfast.model.Ticket;
import holdfast.model.Waiter;
import holdfast.store.ShownWaiters;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/** The waiters of one root, found by turn, by ticket, by owner and by request. Guarded by the store. */
final class WaitingLine implements ShownWaiters.Line {
    private static final Comparator<Waiter> BY_TICKET = Comparator.comparing(Waiter::ticket);
    private static final Comparator<Waiter> BY_OWNER =
            Comparator.<Waiter, String>comparing(waiter -> waiter.owner().id().text())
                    .thenComparing(Waiter.TURN_ORDER);
    private static final Comparator<Waiter> BY_REQUEST =
            Comparator.<Waiter, String>comparing(waiter -> waiter.claim().request().text())
                    .thenComparing(BY_TICKET);

    private final TreeMap<SubPath, Lanes> lanes = new TreeMap<>();
    private final SortedArray<Waiter> byTicket = new SortedArray<>(BY_TICKET);
    private final SortedArray<Waiter> byOwner = new SortedArray<>(BY_OWNER);
    private final SortedArray<Waiter> byRequest = new SortedArray<>(BY_REQUEST);

    /** No place lapses before this time. A lower bound: touching and leaving do not raise it, only looking does. */
    private long allLiveBefore = Long.MAX_VALUE;

    /** Who waits for one path, by turn. */
    record Lanes(SortedArray<Waiter> exclusive, SortedArray<Waiter> shared) {
        Lanes() {
            this(new SortedArray<>(Waiter.TURN_ORDER), new SortedArray<>(Waiter.TURN_ORDER));
        }

        SortedArray<Waiter> of(Mode mode) {
            return switch (mode) {
                case EXCLUSIVE -> exclusive;
                case SHARED -> shared;
            };
        }

        boolean isEmpty() {
            return exclusive.isEmpty() && shared.isEmpty();
        }

        Waiter any() {
            return (exclusive.isEmpty() ? shared : exclusive).get(0);
        }
    }

    int size() {
        return byTicket.size();
    }

    int paths() {
        return lanes.size();
    }

    /** By turn, with the waiter itself. */
    List<Waiter> laneOf(Waiter waiter) {
        return Objects.requireNonNull(lanes.get(waiter.resource().path()))
                .of(waiter.mode())
                .asList();
    }

    Collection<Lanes> lanes() {
        return lanes.values();
    }

    Optional<Waiter> find(Ticket ticket) {
        return byTicket.allAt(waiter -> waiter.ticket().compareTo(ticket)).stream().findFirst();
    }

    /** By turn. */
    @Override
    public List<Waiter> of(OwnerId owner) {
        return byOwner.allAt(waiter -> waiter.owner().id().text().compareTo(owner.text()));
    }

    @Override
    public List<Waiter> of(RequestId request) {
        return byRequest.allAt(waiter -> waiter.claim().request().text().compareTo(request.text()));
    }

    List<Waiter> inTurn(int limit) {
        return byTicket.asList().stream().sorted(Waiter.TURN_ORDER).limit(limit).toList();
    }

    /** The resource as someone who waits for it has it, or as it is. */
    Resource shared(Resource resource) {
        Lanes lane = lanes.get(resource.path());
        if (lane == null) {
            return resource;
        }
        Resource known = lane.any().resource();
        return Objects.equals(known.originalKey(), resource.originalKey()) ? known : resource;
    }

    /** Adds the waiter, or replaces the one with its ticket: nothing that orders waiters ever changes. */
    void put(Waiter waiter) {
        lanes.computeIfAbsent(waiter.resource().path(), path -> new Lanes())
                .of(waiter.mode())
                .put(waiter);
        byTicket.put(waiter);
        byOwner.put(waiter);
        byRequest.put(waiter);
        allLiveBefore = Math.min(allLiveBefore, waiter.until().epochNanos());
    }

    /** @param waiter as it is in this line */
    void remove(Waiter waiter) {
        byTicket.remove(waiter);
        byOwner.remove(waiter);
        byRequest.remove(waiter);
        SubPath path = waiter.resource().path();
        lanes.computeIfPresent(
                path,
                (same, lane) -> {
                    lane.of(waiter.mode()).remove(waiter);
                    return lane.isEmpty() ? null : lane;
                });
    }

    /** Waiters whose place has lapsed, the oldest tickets first. Costs nothing while nobody's has. */
    List<Waiter> lapsed(StoreTime now) {
        if (now.epochNanos() < allLiveBefore) {
            return List.of();
        }
        var lapsed = byTicket.asList().stream().filter(waiter -> !waiter.isLive(now)).toList();
        if (lapsed.isEmpty()) {
            allLiveBefore = earliestEnd();
        }
        return lapsed;
    }

    private long earliestEnd() {
        return byTicket.asList().stream()
                .mapToLong(waiter -> waiter.until().epochNanos())
                .min()
                .orElse(Long.MAX_VALUE);
    }

    /** As {@link #lapsed} saw it last, or earlier. */
    long allLiveBefore() {
        return allLiveBefore;
    }
}
