package holdfast.rulebook;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.model.OwnerId;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Rule 10, the search. */
final class CyclesTest {
    private final Map<OwnerId, Set<OwnerId>> edges = new LinkedHashMap<>();

    private void waits(String owner, String... others) {
        edges.put(new OwnerId(owner), new LinkedHashSet<>(owners(others)));
    }

    private static List<OwnerId> owners(String... names) {
        return Stream.of(names).map(OwnerId::new).toList();
    }

    private List<OwnerId> through(String owner) {
        return new Cycles(edges).through(new OwnerId(owner));
    }

    @Test
    void theShortestOfSeveralCyclesIsTold() {
        waits("alice", "bob", "carol");
        waits("bob", "dave");
        waits("dave", "alice");
        waits("carol", "alice");

        assertThat(through("alice")).isEqualTo(owners("alice", "carol"));
    }

    @Test
    void whoOnlyWaitsForACycleIsNotInIt() {
        waits("alice", "bob");
        waits("bob", "alice");
        waits("carol", "alice");

        assertThat(through("carol")).isEmpty();
    }

    @Test
    void everyOwnerInACycleIsCovered() {
        waits("alice", "bob", "carol");
        waits("bob", "alice");
        waits("carol", "alice");

        assertThat(new Cycles(edges).all())
                .containsExactly(owners("alice", "bob"), owners("carol", "alice"));
    }

    @Test
    void whoStandsBetweenTwoCyclesIsInNone() {
        waits("alice", "bob");
        waits("bob", "alice", "between");
        waits("between", "carol");
        waits("carol", "dave");
        waits("dave", "carol");

        assertThat(new Cycles(edges).all())
                .containsExactly(owners("alice", "bob"), owners("carol", "dave"));
    }

    @Test
    void whoWaitsForNobodyIsInNoCycle() {
        waits("alice");
        waits("bob", "alice");

        assertThat(new Cycles(edges).all()).isEmpty();
    }

    @Test
    void aVeryLongChainOfWaitsIsFollowedToItsEnd() {
        int length = 100_000;
        IntStream.range(0, length).forEach(i -> waits("o" + i, "o" + (i + 1) % length));

        assertThat(through("o0")).hasSize(length);
    }
}
