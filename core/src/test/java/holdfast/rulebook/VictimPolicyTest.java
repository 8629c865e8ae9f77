package holdfast.rulebook;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.model.Priority;
import holdfast.model.Waiter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Rule 10, the choice. */
final class VictimPolicyTest {
    private final Scene scene = new Scene();
    private final List<Waiter> waits = new ArrayList<>();

    @BeforeEach
    void someWait() {
        scene.holds("zed", "prod");
        wait("first", Priority.NORMAL);
        wait("second", Priority.LOW);
        wait("third", Priority.LOW);
        wait("fourth", Priority.CRITICAL);
    }

    private void wait(String owner, Priority priority) {
        scene.pass(Duration.ofSeconds(1));
        waits.add(scene.waits(owner, "prod", priority));
    }

    private String victim(VictimPolicy policy) {
        return policy.choose(waits).owner().name();
    }

    @Test
    void theNewestWaitHasLostTheLeast() {
        assertThat(victim(VictimPolicy.NEWEST)).isEqualTo("fourth");
    }

    @Test
    void theOldestMayBeGivenUpInstead() {
        assertThat(victim(VictimPolicy.OLDEST)).isEqualTo("first");
    }

    @Test
    void ofTheLowestPriorityTheNewestIsGivenUp() {
        assertThat(victim(VictimPolicy.LOWEST_PRIORITY)).isEqualTo("third");
    }

    @ParameterizedTest
    @EnumSource
    void theChoiceDoesNotDependOnTheOrderOfTheInput(VictimPolicy policy) {
        Set<Waiter> chosen = new HashSet<>();
        for (int seed = 0; seed < 50; seed++) {
            Collections.shuffle(waits, new Random(seed));
            chosen.add(policy.choose(waits));
        }

        assertThat(chosen).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource
    void waitsOfTheSameInstantAreToldApartByTheirRequests(VictimPolicy policy) {
        List<Waiter> twins = new ArrayList<>(List.of(waits.get(3)));
        twins.add(scene.waits("fifth", "prod", Priority.CRITICAL));

        Waiter chosen = policy.choose(twins);
        Collections.reverse(twins);

        assertThat(policy.choose(twins)).isEqualTo(chosen);
    }

    @Test
    void aRandomVictimIsNotAlwaysTheSame() {
        Set<String> chosen = new HashSet<>();
        for (int i = 0; i < 50; i++) {
            waits.add(scene.waits("more" + i, "prod"));
            chosen.add(victim(VictimPolicy.RANDOM));
        }

        assertThat(chosen).hasSizeGreaterThan(10);
    }
}
