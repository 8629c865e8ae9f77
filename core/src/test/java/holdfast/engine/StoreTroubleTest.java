package holdfast.engine;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.store.StoreException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class StoreTroubleTest {
    private final List<String> told = new ArrayList<>();
    private final StoreTrouble trouble = new StoreTrouble("waiting for 'shop'", told::add);

    private static StoreException failure(String message) {
        return new StoreException.Unavailable(message, null);
    }

    @Test
    void theSameFailureIsToldOnceHoweverOftenItComes() {
        for (int attempt = 0; attempt < 1_000; attempt++) {
            trouble.failed(failure("the disk is full"));
        }
        trouble.failed(failure("the disk is gone"));

        assertThat(told)
                .containsExactly(
                        "waiting for 'shop': the store fails, trying again: the disk is full",
                        "waiting for 'shop': the store fails, trying again: the disk is gone");
    }

    @Test
    void theEndOfTheTroubleIsToldOnceAndTheNextFailureIsNews() {
        trouble.over();
        trouble.failed(failure("the disk is full"));
        trouble.over();
        trouble.over();
        trouble.failed(failure("the disk is full"));

        assertThat(told)
                .containsExactly(
                        "waiting for 'shop': the store fails, trying again: the disk is full",
                        "waiting for 'shop': the store works again",
                        "waiting for 'shop': the store fails, trying again: the disk is full");
    }

    @Test
    void thePausesGrowToABoundAndAreShortAgainAfterARecovery() {
        var pauses = new ArrayList<Duration>();
        for (int attempt = 0; attempt < 4; attempt++) {
            pauses.add(trouble.failed(failure("the disk is full")));
        }
        trouble.over();
        pauses.add(trouble.failed(failure("the disk is full")));

        assertThat(pauses)
                .extracting(Duration::toMillis)
                .containsExactly(500L, 1_000L, 2_000L, 2_000L, 500L);
    }

    @Test
    void onlyAFailureThatLastsIsTheLatest() {
        StoreException failure = failure("the disk is full");
        trouble.failed(failure);
        assertThat(trouble.latest()).isSameAs(failure);
        trouble.over();
        assertThat(trouble.latest()).isNull();
    }
}
