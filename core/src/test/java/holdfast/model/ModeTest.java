package holdfast.model;

import static holdfast.model.Mode.EXCLUSIVE;
import static holdfast.model.Mode.SHARED;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class ModeTest {
    @Test
    void onlySharersStandSideBySide() {
        assertThat(SHARED.excludes(SHARED)).isFalse();
        assertThat(SHARED.excludes(EXCLUSIVE)).isTrue();
        assertThat(EXCLUSIVE.excludes(SHARED)).isTrue();
        assertThat(EXCLUSIVE.excludes(EXCLUSIVE)).isTrue();
    }

    @Test
    void whoExcludesMayDoWhatASharerMayAndNotTheOtherWayRound() {
        assertThat(EXCLUSIVE.includes(SHARED)).isTrue();
        assertThat(EXCLUSIVE.includes(EXCLUSIVE)).isTrue();
        assertThat(SHARED.includes(SHARED)).isTrue();
        assertThat(SHARED.includes(EXCLUSIVE)).isFalse();
    }

    @Test
    void prioritiesAreNumberedAsOtherDesignsNumberThem() {
        assertThat(Priority.values()).extracting(Priority::level).containsExactly(0, 1, 2, 3);
        assertThat(Priority.CRITICAL.level()).isEqualTo(3);
    }
}
