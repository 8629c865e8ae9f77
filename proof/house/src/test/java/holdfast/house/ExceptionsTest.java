package holdfast.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

final class ExceptionsTest {
    private static final Set<String> RULES =
            Set.of(
                    "layers",
                    "null-marked",
                    "boolean-parameter",
                    "parameter-count",
                    "file-length",
                    "method-length",
                    "sleep-in-test",
                    "clock-in-rules",
                    "private-place");

    @Test
    void everyExceptionNamesARuleASubjectAndAReason() {
        assertThat(Rule.exceptions())
                .allSatisfy(exception -> {
                    assertThat(exception).hasSize(3).noneMatch(String::isBlank);
                    assertThat(RULES).contains(exception.getFirst());
                });
    }
}
