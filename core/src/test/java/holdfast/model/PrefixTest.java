package holdfast.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class PrefixTest {
    @ParameterizedTest
    @CsvSource({
        "user-platform, user-platform",
        "user-platform, user-platform//user-service",
        "user-platform, user-platform/production",
        "user-platform, user-platform/production//user-service/api",
        "user-platform/production, user-platform/production//user-service",
        "a//b, a//b",
        "a//b, a//b/c",
    })
    void coversRootsAndPathsByWholeSegments(String prefix, String resource) {
        assertThat(new Prefix(prefix).covers(Resource.parse(resource))).isTrue();
        assertThat(new Prefix(prefix).touches(Resource.parse(resource))).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "user, user-platform",
        "user-platform, user-platforms/production",
        "user-platform/prod, user-platform/production",
        "user-platform/production, user-platform",
        "user-platform/production, user-platform//production",
        "a//b, a/b",
        "a//b, a//bc",
        "a//b, a/c//b",
        "a//b, ab//b",
    })
    void doesNotReachBesideItself(String prefix, String resource) {
        assertThat(new Prefix(prefix).covers(Resource.parse(resource))).isFalse();
        assertThat(new Prefix(prefix).touches(Resource.parse(resource))).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"a//b/c, a//b", "a//b/c, a", "a/b//c, a/b"})
    void isTouchedByWhatLiesAboveItInTheSameRoot(String prefix, String resource) {
        assertThat(new Prefix(prefix).covers(Resource.parse(resource))).isFalse();
        assertThat(new Prefix(prefix).touches(Resource.parse(resource))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "a/b", "a//b"})
    void everythingCoversAll(String resource) {
        assertThat(Prefix.EVERYTHING.covers(Resource.parse(resource))).isTrue();
        assertThat(Prefix.EVERYTHING.touches(Resource.parse(resource))).isTrue();
        assertThat(Prefix.EVERYTHING).hasToString("everything");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "a/", "/a", "a//", "a///b", " a", "a\u200B"})
    void isWrittenLikeAResource(String text) {
        assertThatExceptionOfType(InvalidRequestException.class).isThrownBy(() -> new Prefix(text));
    }

    @Test
    void isComposedLikeTheNamesItIsComparedWith() {
        assertThat(new Prefix("cafe\u0301").covers(Resource.parse("café/production"))).isTrue();
    }

    @Test
    void withAPathItIsJustThatResource() {
        var random = new Random(7);
        for (int i = 0; i < 10_000; i++) {
            Resource self = Resource.parse(segments(random) + "//" + segments(random));
            Resource other =
                    Resource.parse(
                            random.nextBoolean()
                                    ? segments(random)
                                    : segments(random) + "//" + segments(random));
            var prefix = new Prefix(self.text());

            assertThat(prefix.covers(other)).isEqualTo(self.covers(other));
            assertThat(prefix.touches(other)).isEqualTo(self.overlaps(other));
        }
    }

    private static String segments(Random random) {
        var text = new StringBuilder(random.nextBoolean() ? "a" : "ab");
        for (int i = random.nextInt(3); i > 0; i--) {
            text.append(random.nextBoolean() ? "/a" : "/ab");
        }
        return text.toString();
    }
}
