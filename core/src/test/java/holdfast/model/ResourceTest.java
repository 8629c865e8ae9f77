package holdfast.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ResourceTest {
    @ParameterizedTest
    @ValueSource(strings = {"a", "a/b", "a//b", "a/b/c//d/e", "größe//🚀", "a b//c d"})
    void itsTextReadsBackAsItself(String text) {
        Resource resource = Resource.parse(text);

        assertThat(resource.text()).isEqualTo(text);
        assertThat(Resource.parse(resource.text())).isEqualTo(resource);
    }

    @Test
    void theFirstTwoSlashesSeparateRootAndPath() {
        Resource resource = Resource.parse("user-platform/production//user-service/api");

        assertThat(resource.root().segments()).containsExactly("user-platform", "production");
        assertThat(resource.path().segments()).containsExactly("user-service", "api");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "", "/", "//", "a/", "/a", "a//", "//a", "a///b", "a//b/", "a//b//c", "a////b"
            })
    void aTextWithAnEmptySegmentIsRefused(String text) {
        refused(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {" a//b", "a //b", "a// b", "a//b\n", "a\u0000//b", "a//b\u200B"})
    void oddCharactersAreRefusedInRootAndPath(String text) {
        refused(text);
    }

    @Test
    void rootAndPathHaveLimitsOfTheirOwn() {
        String root = "r".repeat(Root.LENGTH_MAX);
        String path = "p".repeat(SubPath.LENGTH_MAX);

        assertThat(Resource.parse(root + "//" + path).text()).hasSize(602);
        refused(root + "r//p").withMessage("root has 201 characters, the limit is 200");
        refused("r//" + path + "p").withMessage("path has 401 characters, the limit is 400");
    }

    @ParameterizedTest
    @CsvSource({
        "a, a",
        "a, a//b",
        "a, a//b/c",
        "a//b, a//b",
        "a//b, a//b/c",
        "a//b/c, a//b/c/d",
    })
    void aResourceCoversItselfAndWhatIsBelowIt(String upper, String lower) {
        assertThat(Resource.parse(upper).covers(Resource.parse(lower))).isTrue();
        assertThat(Resource.parse(upper).overlaps(Resource.parse(lower))).isTrue();
        assertThat(Resource.parse(lower).overlaps(Resource.parse(upper))).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "a, ab",
        "a, a/b",
        "a//b, a//bc",
        "a//b, b//b",
        "a//b/c, a//b/d",
        "a//b, c",
        "a/b//c, a//b/c",
    })
    void onlyWholeSegmentsOfTheSameRootCount(String one, String other) {
        assertThat(Resource.parse(one).overlaps(Resource.parse(other))).isFalse();
        assertThat(Resource.parse(other).overlaps(Resource.parse(one))).isFalse();
    }

    @Test
    void whatIsBelowDoesNotCoverWhatIsAbove() {
        assertThat(Resource.parse("a//b/c").covers(Resource.parse("a//b"))).isFalse();
        assertThat(Resource.parse("a//b").covers(Resource.parse("a"))).isFalse();
    }

    @Test
    void twoSpellingsOfOneTextAreOneResource() {
        Resource decomposed = Resource.parse("cafe\u0301//the\u0301");

        assertThat(decomposed)
                .isEqualTo(Resource.parse("café//thé"))
                .hasSameHashCodeAs(Resource.parse("café//thé"));
    }

    @Test
    void theKeyItWasMadeFromIsShownAndIsNoPartOfItsIdentity() {
        var made = new Resource(new Root("_service/web"), SubPath.WHOLE, "service:web");

        assertThat(made).isEqualTo(Resource.parse("_service/web"));
        assertThat(made).hasSameHashCodeAs(Resource.parse("_service/web"));
        assertThat(made.displayName()).isEqualTo("service:web");
        assertThat(made.text()).isEqualTo("_service/web");
    }

    @Test
    void withoutAForeignKeyItsOwnTextIsShown() {
        assertThat(Resource.parse("a//b").displayName()).isEqualTo("a//b");
    }

    @Test
    void aKeyThatCouldFoolATerminalIsKeptButNotShown() {
        var made = new Resource(new Root("_service/%1B"), SubPath.WHOLE, "service:\u001B");

        assertThat(made.originalKey()).isEqualTo("service:\u001B");
        assertThat(made.displayName()).isEqualTo("_service/%1B");
    }

    @Test
    void aKeyThatNoStoreCouldKeepIsRefused() {
        for (String key : List.of("k".repeat(1_001), "half \uD83D")) {
            assertThatExceptionOfType(InvalidRequestException.class)
                    .isThrownBy(() -> new Resource(new Root("a"), SubPath.WHOLE, key));
        }
    }

    @Test
    void locksAreTakenByRootAndThenByPath() {
        var resources =
                Stream.of("b", "a//c", "a/a", "a", "a//b/c", "a//b").map(Resource::parse).sorted();

        assertThat(resources.map(Resource::text))
                .containsExactly("a", "a//b", "a//b/c", "a//c", "a/a", "b");
    }

    private static org.assertj.core.api.ThrowableAssertAlternative<InvalidRequestException> refused(
            String text) {
        return assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(() -> Resource.parse(text));
    }
}
