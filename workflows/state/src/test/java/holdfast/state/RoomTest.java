package holdfast.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import holdfast.store.memory.MemoryDocumentStore;
import java.time.Duration;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;

final class RoomTest {
    private static final long MEGABYTE = 1024L * 1024;

    @Test
    void manySmallStatesPassWhereFewLargeOnesDo() {
        var room = new Room(64 * MEGABYTE, Duration.ZERO);
        var taken = new ArrayList<Room.Taken>();

        taken.add(room.take(100 * MEGABYTE));
        taken.add(room.take(100 * MEGABYTE));
        assertThatThrownBy(() -> room.take(100 * MEGABYTE)).isInstanceOf(Room.Full.class);
        for (int i = 0; i < 50; i++) {
            taken.add(room.take(10_000));
        }

        taken.forEach(Room.Taken::close);
        assertThat(room.taken()).isZero();
    }

    @Test
    void aStateThatLiesInMemoryAsAWholeTakesAllThatItNeeds() {
        var room = new Room(128 * MEGABYTE, Duration.ZERO);

        try (Room.Taken whole = room.takeWhole(30 * MEGABYTE)) {
            assertThat(room.taken()).isGreaterThan(0.7);
        }
        try (Room.Taken everything = room.takeWhole(Long.MAX_VALUE)) {
            assertThatThrownBy(() -> room.take(1)).isInstanceOf(Room.Full.class);
        }
        assertThat(room.taken()).isZero();
    }

    @Test
    void whatComesSlowlyTakesHalfAtMostAndOneAtATime() {
        for (long bytes : new long[] {128 * MEGABYTE, 1}) {
            var room = new Room(bytes, Duration.ZERO);

            Room.Taken slow = room.takeSlow(32 * MEGABYTE);
            assertThat(room.taken()).isBetween(0.4, 0.5);
            assertThatThrownBy(() -> room.takeSlow(32 * MEGABYTE)).isInstanceOf(Room.Full.class);
            room.takeSlow(MEGABYTE).close();
            room.take(MEGABYTE).close();

            slow.close();
            try (Room.Taken everything = room.takeWhole(Long.MAX_VALUE)) {
                assertThatThrownBy(() -> room.takeSlow(32 * MEGABYTE))
                        .isInstanceOf(Room.Full.class);
            }
            room.takeSlow(32 * MEGABYTE).close();
            assertThat(room.taken()).isZero();
        }
    }

    @Test
    void whoRestoresReadsNothingBeforeThereIsRoom() {
        try (var scene = new Scene(new MemoryDocumentStore())) {
            StateVersion good = scene.deploy(Scene.NETWORK, Scene.bytes("{\"serial\":1}"));
            Writer writer = scene.lock(Scene.NETWORK.text());
            var back = new RestorePoint.OfVersion(good.id());

            try (Room.Taken everything = Room.forWrites().takeWhole(Long.MAX_VALUE)) {
                // Who is interrupted does not wait.
                Thread.currentThread().interrupt();
                assertThatThrownBy(() -> scene.states.restore(Scene.NETWORK, writer, back))
                        .isInstanceOf(Room.Full.class);
            } finally {
                assertThat(Thread.interrupted()).isTrue();
            }

            Scene.saved(scene.states.restore(Scene.NETWORK, writer, back));
            assertThat(Room.forWrites().taken()).isZero();
        }
    }

    @Test
    void aStateOfAnySizePassesAloneThroughTheSmallestRoom() {
        var room = new Room(1, Duration.ZERO);

        room.take(1_000 * MEGABYTE).close();

        assertThat(room.taken()).isZero();
    }
}
