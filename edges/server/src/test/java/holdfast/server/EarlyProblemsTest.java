package holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.model.ErrorCode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class EarlyProblemsTest {
    @ParameterizedTest
    @CsvSource({
        "400, INVALID_REQUEST",
        "404, INVALID_REQUEST",
        "500, BACKEND_ERROR",
        "503, TOO_MANY_REQUESTS"
    })
    void onlyWhatWasNotBegunIsSaidToBeTooMuch(int status, ErrorCode code) {
        assertThat(EarlyProblems.code(status)).isEqualTo(code);
    }
}
