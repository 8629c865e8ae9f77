package holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.store.LockStore;
import holdfast.store.StoreException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class DoctorTest {
    private final CliScene scene = new CliScene();

    @AfterEach
    void close() {
        scene.close();
    }

    private List<Map<String, Object>> findings() {
        return JsonObjects.read(scene.out("doctor", "--output", "json"));
    }

    private Map<String, Object> finding(String check) {
        return findings().stream()
                .filter(finding -> check.equals(finding.get("check")))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void everythingIsCheckedAndNothingIsLeftBehind() {
        assertThat(findings())
                .extracting(finding -> finding.get("check"))
                .containsExactly("store", "schema", "round trip", "clock", "locks");
        assertThat(scene.live()).isEmpty();
        assertThat(scene.out("doctor"))
                .startsWith("CHECK ")
                .contains("test:usual (the usual one)", "a lock and its release took ");
    }

    @Test
    void theSourceOfTheChoiceOfStoreIsTold() {
        var variable = scene.cli(Map.of("HOLDFAST_STORE", "test:other"));
        var option = scene.cli(Map.of("HOLDFAST_STORE", "test:other"));

        assertThat(variable.run("doctor")).isZero();
        assertThat(variable.out()).contains("test:other (HOLDFAST_STORE)");
        assertThat(option.run("doctor", "--store", "test:third")).isZero();
        assertThat(option.out()).contains("test:third (--store)");
    }

    @Test
    void aClockFarFromTheHostsIsAWarning() {
        // The clock of this store stands still, years away from the host's.
        assertThat(finding("clock")).containsEntry("state", "warning");
    }

    @Test
    void staleLocksAreAWarning() {
        assertThat(finding("locks")).containsEntry("state", "ok");
        scene.held("shop");
        scene.advance(Duration.ofMinutes(3));
        assertThat(finding("locks"))
                .containsEntry("state", "warning")
                .containsEntry("detail", "1 lock, 1 stale; 0 freezes; 0 deadlocks");
    }

    @Test
    void aStoreThatCannotBeReachedFails() {
        var cli =
                new CliRun(
                        () -> {
                            throw new StoreException.Unavailable("the disk is on fire", null);
                        },
                        Map.of());

        assertThat(cli.run("doctor")).isEqualTo(69);
        assertThat(cli.out()).contains("store  failed  the disk is on fire");
    }

    @Test
    void aStoreOfAnotherVersionFailsByItsSchema() {
        var cli =
                new CliRun(
                        () -> {
                            throw new StoreException.Incompatible("made by version 99");
                        },
                        Map.of());

        assertThat(cli.run("doctor", "--output", "json")).isEqualTo(69);
        assertThat(JsonObjects.read(cli.out()))
                .singleElement()
                .satisfies(finding ->
                        assertThat(finding)
                                .containsEntry("check", "schema")
                                .containsEntry("state", "failed")
                                .containsEntry("detail", "made by version 99"));
    }

    @Test
    void howAWatchedStoreAnsweredIsToldAlsoWhenACheckFailed() {
        var watched = new Stores.Watched(true, "the circuit breaker is open");
        var cli = scene.cli(Map.of()).watching(watched);
        var broken = new CliRun(DoctorTest::away, Map.of()).watching(watched);

        assertThat(cli.run("doctor")).isZero();
        assertThat(cli.out()).containsPattern("calls +warning +the circuit breaker is open");
        assertThat(broken.run("doctor")).isEqualTo(69);
        assertThat(broken.out()).contains("failed").contains("the circuit breaker is open");
    }

    private static LockStore away() {
        return (LockStore)
                Proxy.newProxyInstance(
                        LockStore.class.getClassLoader(),
                        new Class<?>[] {LockStore.class},
                        (proxy, method, arguments) -> {
                            if (method.getName().equals("close")) {
                                return null;
                            }
                            throw new StoreException.Unavailable("the network is down", null);
                        });
    }
}
