package holdfast.model.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import holdfast.model.InvalidRequestException;
import holdfast.model.Resource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class KeysTest {
    @ParameterizedTest
    @CsvSource({
        "stack:s:env:e:component:a/b, s/e//a/b",
        "service:web, _service/web",
        "status:lock:web, _service/web",
        "LOCK#DB#i-0abc, _db/i-0abc",
        "atlantis:project:acme/infra:vpc:prod, _atlantis/project/acme%2Finfra/vpc/prod",
    })
    void aKeyOfAnotherDesignIsKnownByItsBeginning(String key, String text) {
        Resource resource = Keys.parse(key);

        assertThat(resource.text()).isEqualTo(text);
        assertThat(resource.originalKey()).isEqualTo(key);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "terraform-prod",
                "user-platform/production",
                "user-platform/production//user-service/api",
                "services:web",
                "my-service:web",
                "LOCK#X",
                "lock#db#x",
                "_service/web",
                "runatlantis/atlantis/server/core/default",
            })
    void anythingElseIsOurOwnForm(String text) {
        Resource resource = Keys.parse(text);

        assertThat(resource).isEqualTo(Resource.parse(text));
        assertThat(resource.originalKey()).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"stack:s", "stack:s:environment:e", "service:", "atlantis:x", "a//", ""})
    void whatOnlyBeginsLikeAKeyIsAnErrorAndNotARoot(String text) {
        assertThatExceptionOfType(InvalidRequestException.class).isThrownBy(() -> Keys.parse(text));
    }

    @Test
    void anUnmarkedKeyIsTheSameLockThroughEveryDoor() {
        String legacy = "runatlantis/atlantis/server/core/default";

        assertThat(KeyFormat.LEGACY.parse(legacy))
                .isEqualTo(KeyFormat.NAME.parse(legacy))
                .isEqualTo(Keys.parse(legacy));
    }

    @ParameterizedTest
    @CsvSource({
        "STACK, stack:s:env:e, stack:s:env:e",
        "NAME, terraform-prod, terraform-prod",
        "NAME, a//b, a/%2Fb",
        "NAME, service:x, %73ervice:x",
        "SERVICE, status:lock:web, status:lock:web",
        "LEGACY, acme/infra//default, acme/infra/%2Fdefault",
    })
    void aResourceIsSpelledSoThatItIsFoundAgain(KeyFormat format, String key, String spelling) {
        Resource resource = format.parse(key);

        assertThat(Keys.spelling(resource)).isEqualTo(spelling);
        assertThat(Keys.parse(spelling)).isEqualTo(resource);
    }

    @Test
    void aKeyThatCannotBeShownIsSpelledByItsText() {
        assertThat(Keys.spelling(KeyFormat.SERVICE.parse("service:a\u202Eb")))
                .isEqualTo("_service/a%E2%80%AEb");
    }

    @Test
    void everyIdentifierOfTypeGlobalIsEverything() {
        var named =
                new AtlantisIdentifier(
                        AtlantisIdentifier.Type.GLOBAL, "acme/infra", "maintenance", "", "");

        assertThat(Keys.isGlobal(AtlantisIdentifier.GLOBAL.resource())).isTrue();
        assertThat(Keys.isGlobal(named.resource())).isTrue();
        assertThat(Keys.isGlobal(Keys.parse("atlantis:global"))).isTrue();
        assertThat(Keys.isGlobal(Keys.parse("_atlantis/global"))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "global",
                "atlantis:project:global",
                "atlantis:custom:global:global:global",
                "stack:_atlantis:env:global",
                "_atlantis/global/x",
                "_atlantis/global/-/-/-",
                "_atlantis/global//x",
                "service:global",
            })
    void nothingElseIsEverything(String text) {
        assertThat(Keys.isGlobal(Keys.parse(text))).isFalse();
    }
}
