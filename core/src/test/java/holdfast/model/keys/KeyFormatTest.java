package holdfast.model.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import holdfast.model.InvalidRequestException;
import holdfast.model.Resource;
import org.assertj.core.api.ThrowableAssertAlternative;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class KeyFormatTest {
    @ParameterizedTest
    @CsvSource({
        "STACK, stack:user-platform:env:production, user-platform/production",
        "STACK, stack:user-platform:env:production:service:user-service,"
                + " user-platform/production//user-service",
        "STACK, stack:user-platform:env:production:component:user-service/api,"
                + " user-platform/production//user-service/api",
        "STACK, stack:user-platform:env:production:component:user-service/api/blue,"
                + " user-platform/production//user-service/api/blue",
        "STACK, stack:größe:env:日本, größe/日本",
        "NAME, terraform-prod, terraform-prod",
        "NAME, team/terraform, team/terraform",
        "NAME, 50% off, 50% off",
        "SERVICE, service:4f1c2d, _service/4f1c2d",
        "DATABASE, LOCK#DB#i-0abc123def4567890, _db/i-0abc123def4567890",
        "DATABASE, LOCK#DB#db.internal:5432, _db/db.internal:5432",
        "DATABASE, LOCK#DB#[::1]:5432, _db/[::1]:5432",
        "LEGACY, runatlantis/atlantis/server/core/default,"
                + " runatlantis/atlantis/server/core/default",
        "LEGACY, acme/infra/./default, acme/infra/./default",
        "IDENTIFIER, atlantis:project:runatlantis/atlantis:server/core:production,"
                + " _atlantis/project/runatlantis%2Fatlantis/server%2Fcore/production",
        "IDENTIFIER, atlantis:global, _atlantis/global",
        "IDENTIFIER, atlantis:workspace::::x, _atlantis/workspace/-/-/-/x",
    })
    void aKeyIsAResourceThatKeepsTheKeyAndGivesItBack(KeyFormat format, String key, String text) {
        Resource resource = format.parse(key);

        assertThat(resource.text()).isEqualTo(text);
        assertThat(resource.originalKey()).isEqualTo(key);
        assertThat(resource.displayName()).isEqualTo(key);
        assertThat(format.format(Resource.parse(text))).contains(key);
    }

    @ParameterizedTest
    @CsvSource({
        "STACK, stack:a/b:env:c, a%2Fb/c",
        "STACK, stack:_db:env:prod, %5Fdb/prod",
        "STACK, stack:LOCK#DB#x:env:prod, %4COCK#DB#x/prod",
        "STACK, stack:a:env:b:service:c/d, a/b//c%2Fd",
        "NAME, a//b, a/%2Fb",
        "NAME, /a/, %2Fa%2F",
        "NAME, a%2Fb, a%252Fb",
        "NAME, ' a ', %20a%20",
        "NAME, _service/x, %5Fservice/x",
        "NAME, service:x, %73ervice:x",
        "NAME, stack:x, %73tack:x",
        "SERVICE, service:a/b, _service/a%2Fb",
        "SERVICE, service:service:x, _service/service:x",
        "SERVICE, service:a\u200Bb, _service/a%E2%80%8Bb",
        "SERVICE, service:a\u0000\u030A, _service/a%00%CC%8A",
        "LEGACY, acme/infra/./default/, acme/infra/./default%2F",
        "LEGACY, acme/infra//default, acme/infra/%2Fdefault",
    })
    void whatARootCannotContainIsEscaped(KeyFormat format, String key, String text) {
        Resource resource = format.parse(key);

        assertThat(resource.text()).isEqualTo(text);
        assertThat(resource.originalKey()).isEqualTo(key);
        assertThat(format.format(resource)).contains(key);
    }

    @Test
    void bothSpellingsOfAServiceAreOneLock() {
        Resource resource = KeyFormat.SERVICE.parse("status:lock:web");

        assertThat(resource).isEqualTo(KeyFormat.SERVICE.parse("service:web"));
        assertThat(resource.originalKey()).isEqualTo("status:lock:web");
        assertThat(KeyFormat.SERVICE.format(resource)).contains("service:web");
    }

    @Test
    void twoSpellingsOfOneTextAreOneLock() {
        assertThat(KeyFormat.NAME.parse("cafe\u0301")).isEqualTo(KeyFormat.NAME.parse("café"));
    }

    @Test
    void aStackCoversItsServicesAndAServiceItsComponents() {
        Resource stack = KeyFormat.STACK.parse("stack:s:env:e");
        Resource service = KeyFormat.STACK.parse("stack:s:env:e:service:user");
        Resource component = KeyFormat.STACK.parse("stack:s:env:e:component:user/api");
        Resource neighbour = KeyFormat.STACK.parse("stack:s:env:e:component:user-2/api");

        assertThat(stack.covers(service)).isTrue();
        assertThat(service.covers(component)).isTrue();
        assertThat(service.overlaps(neighbour)).isFalse();
        assertThat(stack.overlaps(KeyFormat.STACK.parse("stack:s:env:e2"))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "stack",
                "stack:",
                "stack:s",
                "stack:s:env",
                "stack:s:env:",
                "stack::env:e",
                "stack:s:environment:e",
                "stack:s:env:e:",
                "stack:s:env:e:service:",
                "stack:s:env:e:component:",
                "stack:s:env:e:service:a:component:b",
                "stack:s:env:e:env:f",
                "stack:s:t:env:e",
                "stack:s:env:e:task:t",
                "Stack:s:env:e",
                " stack:s:env:e",
            })
    void aStackKeyThatCouldBeReadInTwoWaysOrNoneIsRefused(String key) {
        refused(KeyFormat.STACK, key).withMessageContaining("stack:{stack}:env:{environment}");
    }

    @Test
    void aComponentWithoutItsServiceIsRefused() {
        refused(KeyFormat.STACK, "stack:s:env:e:component:api")
                .withMessageContaining("a component lies under its service");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a/", "/a", "a//b", "/"})
    void aComponentPathWithAnEmptyPartIsRefused(String path) {
        refused(KeyFormat.STACK, "stack:s:env:e:component:" + path)
                .withMessageContaining("empty segment");
    }

    @ParameterizedTest
    @CsvSource({
        "NAME, ''",
        "SERVICE, service:",
        "SERVICE, status:lock:",
        "SERVICE, web",
        "SERVICE, LOCK#DB#web",
        "DATABASE, LOCK#DB#",
        "DATABASE, lock#db#x",
        "LEGACY, acme/infra/default",
        "LEGACY, default",
        "IDENTIFIER, project:acme/infra",
        "IDENTIFIER, atlantis:",
        "IDENTIFIER, atlantis:branch:acme/infra",
        "IDENTIFIER, atlantis:project:a:b:c:d:e",
    })
    void aTextThatIsNoKeyOfTheFormatIsRefused(KeyFormat format, String key) {
        refused(format, key)
                .withMessageStartingWith("key '")
                .withMessageContaining("names no resource");
    }

    @Test
    void aKeyLongerThanARootIsRefusedByItsLength() {
        refused(KeyFormat.SERVICE, "service:" + "x".repeat(192))
                .withMessageEndingWith(
                        "names no resource: root has 201 characters, the limit is 200");
        assertThat(KeyFormat.SERVICE.parse("service:" + "x".repeat(191)).text()).hasSize(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"service:\uD83D", "service:\uDE80x", "service:\u0378"})
    void whatIsNoTextOrNotYetOneIsRefused(String key) {
        refused(KeyFormat.SERVICE, key).withMessageContaining("which cannot be shown");
    }

    @ParameterizedTest
    @CsvSource({
        "STACK, a",
        "STACK, a/b/c",
        "STACK, a:b/c",
        "STACK, a/b//c:d",
        "STACK, a/b//c%2Fd/e",
        "STACK, a%2fb%41/c",
        "NAME, a//b",
        "NAME, a%41",
        "NAME, service:x",
        "NAME, _service/x",
        "SERVICE, _service",
        "SERVICE, _service/a/b",
        "SERVICE, _service/a//b",
        "SERVICE, _service/%41",
        "SERVICE, _service/%FF",
        "SERVICE, _db/a",
        "SERVICE, a",
        "DATABASE, _service/a",
        "LEGACY, a/b/c",
        "LEGACY, a/b//c/d",
        "IDENTIFIER, _atlantis",
        "IDENTIFIER, _atlantis/project/a/b",
        "IDENTIFIER, _atlantis/branch/a/b/c",
        "IDENTIFIER, _atlantis/project/a/b/c/b",
        "IDENTIFIER, _atlantis/project/a/b/c//d",
        "IDENTIFIER, _atlantis/project/%2D%2D/b/c",
        "IDENTIFIER, a/b",
    })
    void aResourceThatNoKeyStandsForHasNone(KeyFormat format, String text) {
        assertThat(format.format(Resource.parse(text))).isEmpty();
    }

    private static ThrowableAssertAlternative<InvalidRequestException> refused(
            KeyFormat format, String key) {
        return assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(() -> format.parse(key));
    }
}
