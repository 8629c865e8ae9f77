package holdfast.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class JsonObjectTest {
    @Test
    void readsWhatWasWritten() {
        String text =
                JsonText.object(json -> {
                    json.writeStringProperty("name", "a \"b\"\n");
                    json.writeNumberProperty("count", 7);
                    JsonText.texts(json, "facts", Map.of("user", "alice"));
                });

        JsonObject read = JsonObject.parse(text);

        assertThat(read.text("name")).isEqualTo("a \"b\"\n");
        assertThat(read.number("count")).isEqualTo(7);
        assertThat(read.texts("facts")).containsExactly(Map.entry("user", "alice"));
        assertThat(read.optionalText("other")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[]", "hush", "{\"a\":\"hush\"", "{\"a\":1,\"a\":2}", "{} {}"})
    void whatIsNoObjectIsRefusedWithoutBeingRepeated(String text) {
        assertThatThrownBy(() -> JsonObject.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageNotContaining("hush")
                .hasNoCause();
    }

    @Test
    void deepNestingIsRefused() {
        assertThatThrownBy(() -> JsonObject.parse("{\"a\":" + "[".repeat(900)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void neitherAMessageNorToStringShowsAValue() {
        JsonObject read = JsonObject.parse("{\"password\":\"hush\"}");

        assertThat(read.toString()).contains("password").doesNotContain("hush");
        assertThatThrownBy(() -> read.number("password")).hasMessageNotContaining("hush");
    }
}
