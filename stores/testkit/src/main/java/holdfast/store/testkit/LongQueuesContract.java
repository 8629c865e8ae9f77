package holdfast.store.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.model.OwnerId;
import holdfast.model.RequestId;
import holdfast.model.Waiter;
import holdfast.store.Change;
import holdfast.store.Interest;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Queues of all shapes, compared with the rule of {@code read} written down plainly. */
abstract class LongQueuesContract extends LockStoreScene {
    private static final List<String> PLACES =
            List.of(
                    "shop/production",
                    "shop/production//api",
                    "shop/production//api/v1",
                    "shop/production//web");

    LongQueuesContract(Supplier<LockStoreFixture> open) {
        super(open);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void theFrontOfAnyQueueIsWhatTheRuleSays(long seed) {
        var random = new Random(seed);
        for (int round = 0; round < 12; round++) {
            made(changes(random));
            advance(Duration.ofSeconds(random.nextInt(8)));
            var interest = new Interest(requests(random), Set.of(owner(random)));

            var view = look(interest);

            List<Waiter> queue = queue();
            assertThat(view.waiters()).isEqualTo(ExpectedFront.of(queue, view, interest));
            assertThat(queue).isSortedAccordingTo(Waiter.TURN_ORDER).hasSize(view.waiting());
            assertThat(queue.stream().map(waiter -> waiter.resource().path()).distinct())
                    .hasSize(view.waitingPaths());
        }
    }

    /** Mostly newcomers, so that the queue grows; some go, some stay by a touch, some hold something. */
    private Change[] changes(Random random) {
        List<Waiter> queue = queue();
        var joins = random.ints(20, 0, 1_000_000).mapToObj(number -> join(random, number));
        var touches =
                queue.stream()
                        .filter(waiter -> random.nextInt(3) == 0)
                        .map(waiter -> new Change.Touch(waiter.ticket(), Drafts.TICKET_LEASE));
        var leaves =
                queue.stream()
                        .filter(waiter -> random.nextInt(12) == 0)
                        .map(waiter -> new Change.Leave(waiter, null));
        Stream<Change> rest =
                random.nextInt(3) == 0
                        ? Stream.of(new Change.DropLapsed(random.nextInt(10)))
                        : Stream.of(grant(random));
        return Stream.of(joins, touches, leaves, rest).flatMap(all -> all).toArray(Change[]::new);
    }

    private static Change join(Random random, int number) {
        var waiter =
                Drafts.waiter(owner(random).text())
                        .on(place(random))
                        .request("request-" + number)
                        .ticketLease(Duration.ofSeconds(5 + random.nextInt(40)))
                        .ahead(Duration.ofSeconds(random.nextInt(3) * 10L));
        return (random.nextInt(4) == 0 ? waiter : waiter.shared()).join();
    }

    private static Change grant(Random random) {
        return Drafts.hold(owner(random).text()).on(place(random)).request("held").grant();
    }

    private static String place(Random random) {
        return PLACES.get(random.nextInt(PLACES.size()));
    }

    /** A few owners wait often: the rule looks at who is behind whom. */
    private static OwnerId owner(Random random) {
        return new OwnerId("owner-" + (random.nextBoolean() ? 0 : random.nextInt(30)));
    }

    private Set<RequestId> requests(Random random) {
        var requests = new HashSet<RequestId>();
        queue().stream()
                .filter(waiter -> random.nextInt(20) == 0)
                .forEach(waiter -> requests.add(waiter.claim().request()));
        return requests;
    }
}
