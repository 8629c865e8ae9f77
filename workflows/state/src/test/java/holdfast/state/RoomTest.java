package holdfast.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
    void aStateOfAnySizePassesAloneThroughTheSmallestRoom() {
        var room = new Room(1, Duration.ZERO);

        room.take(1_000 * MEGABYTE).close();

        assertThat(room.taken()).isZero();
    }
}
