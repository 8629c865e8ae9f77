package holdfast.store.records;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import holdfast.store.StoreException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What was not written by this version is refused, never guessed at. */
final class StrangeRecordsTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "[]",
                "{",
                "{\"ending\":\"released\"} {}",
                "{\"ending\":\"released\",\"ending\":\"expired\"}",
                "{\"ending\":7}",
                "{\"ending\":null}",
                "{\"ending\":\"released\",\"token\":1.5}",
                "{\"ending\":\"released\",\"token\":99999999999999999999}",
                "{\"ending\":\"released\",\"token\":0}",
                "{\"ending\":\"released\",\"lock\":\"no lock id\"}",
                "{\"ending\":\"vanished\"}",
                "{\"ending\":\"forced\",\"by\":\"alice\"}",
                "{\"ending\":\"aborted\",\"cycle\":[1]}"
            })
    void whatBreaksTheFormIsCorrupted(String text) {
        assertThatThrownBy(() -> FateJson.read(text))
                .isInstanceOf(StoreException.Corrupted.class)
                .hasMessageContaining("fate");
    }

    @Test
    void aFieldOfANewerVersionIsRefusedByName() {
        assertThatThrownBy(() -> FateJson.read("{\"ending\":\"released\",\"mood\":\"good\"}"))
                .isInstanceOf(StoreException.Incompatible.class)
                .hasMessageContaining("mood")
                .hasMessageContaining("newer version");
    }

    @Test
    void aFieldOfANewerVersionIsAlsoFoundInside() {
        String text =
                "{\"ending\":\"transferred\",\"to\":{\"id\":\"bob\",\"name\":\"Bob\",\"team\":\"blue\"}}";

        assertThatThrownBy(() -> FateJson.read(text))
                .isInstanceOf(StoreException.Incompatible.class)
                .hasMessageContaining("team");
    }
}
