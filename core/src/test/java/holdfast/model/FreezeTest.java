package holdfast.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class FreezeTest {
    private static final StoreTime END = Samples.NOON.plus(Duration.ofHours(1));

    @Test
    void endsAtTheInstantItNames() {
        Freeze freeze = Samples.freeze("user-platform", END);

        assertThat(freeze.isActive(END.plus(Duration.ofNanos(-1)))).isTrue();
        assertThat(freeze.isActive(END)).isFalse();
    }

    @Test
    void stopsLocksBelowItAndLocksThatWouldReachIntoIt() {
        var freezes = freezes(Samples.freeze("user-platform/production//user-service", END));

        assertThat(stopped(freezes, "user-platform/production//user-service/api")).isTrue();
        assertThat(stopped(freezes, "user-platform/production//user-service")).isTrue();
        assertThat(stopped(freezes, "user-platform/production")).isTrue();
    }

    @Test
    void leavesAloneWhatLiesBesideIt() {
        var freezes = freezes(Samples.freeze("user-platform/production//user-service", END));

        assertThat(stopped(freezes, "user-platform/production//user-service-2")).isFalse();
        assertThat(stopped(freezes, "user-platform/production//billing")).isFalse();
        assertThat(stopped(freezes, "user-platform/staging")).isFalse();
        assertThat(stopped(freezes, "user-platform")).isFalse();
    }

    @Test
    void ofEverythingStopsAll() {
        var freezes = freezes(Samples.freeze("", END));

        assertThat(stopped(freezes, "user-platform/production//user-service")).isTrue();
        assertThat(stopped(freezes, "terraform-prod")).isTrue();
    }

    @Test
    void stopsNobodyOnceItIsOver() {
        var freezes = freezes(Samples.freeze("", END));

        assertThat(freezes.stopping(Samples.OWNER, Samples.API, END)).isEmpty();
    }

    @Test
    void ofSeveralTheOneThatLastsLongestIsNamed() {
        Freeze shorter = Samples.freeze("user-platform", END);
        Freeze longer = Samples.freeze("", END.plus(Duration.ofMinutes(1)));

        var freezes = new Freezes(Samples.NOON, List.of(longer, shorter));

        assertThat(freezes.stopping(Samples.OWNER, Samples.API, Samples.NOON)).contains(longer);
    }

    @Test
    void doesNotStopOwnersThatItExemptsByIdOrByName() {
        assertThat(exempting("owner-1").exempts(Samples.OWNER)).isTrue();
        assertThat(exempting("alice").exempts(Samples.OWNER)).isTrue();
        assertThat(exempting("bob").exempts(Samples.OWNER)).isFalse();
    }

    @Test
    void anExemptNameMayBeSpelledAsThePersonTypesIt() {
        var owner = new Owner(new OwnerId("owner-2"), "zoé");

        assertThat(exempting("zoe\u0301").exempts(owner)).isTrue();
    }

    @Test
    void exemptsOnlySoMany() {
        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(() -> exempting(Samples.entries(101).keySet()))
                .withMessage("a freeze exempts 101 owners, the limit is 100");
    }

    @Test
    void aListOfFreezesIsGoodForOneSecond() {
        assertThat(freezes().goodUntil()).isEqualTo(Samples.NOON.plus(Duration.ofSeconds(1)));
    }

    private static boolean stopped(Freezes freezes, String resource) {
        return freezes.stopping(Samples.OWNER, Resource.parse(resource), Samples.NOON).isPresent();
    }

    private static Freezes freezes(Freeze... freezes) {
        return new Freezes(Samples.NOON, List.of(freezes));
    }

    private static Freeze exempting(String owner) {
        return exempting(Set.of(owner));
    }

    private static Freeze exempting(Set<String> owners) {
        return new Freeze("id", Prefix.EVERYTHING, "carol", "audit", Samples.NOON, END, owners);
    }
}
