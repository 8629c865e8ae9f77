package holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class SlotsTest {
    private final Slots slots = new Slots("streams", 3, 2);

    @Test
    void whatOneCallerMayNotHaveIsLeftForOthers() {
        slots.take("alice");
        Slots.Taken hers = slots.take("alice");

        assertThatThrownBy(() -> slots.take("alice")).hasMessageContaining("one caller");
        slots.take("bob");
        assertThatThrownBy(() -> slots.take("carol")).hasMessageContaining("this server");

        hers.close();
        assertThat(slots.taken()).isEqualTo(2);
        slots.take("alice");
    }
}
