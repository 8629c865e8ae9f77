package holdfast.model.keys;

import static holdfast.model.keys.AtlantisIdentifier.Type.CUSTOM;
import static holdfast.model.keys.AtlantisIdentifier.Type.GLOBAL;
import static holdfast.model.keys.AtlantisIdentifier.Type.PROJECT;
import static holdfast.model.keys.AtlantisIdentifier.Type.WORKSPACE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import holdfast.model.InvalidRequestException;
import holdfast.model.Resource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class AtlantisIdentifierTest {
    private static final AtlantisIdentifier CORE =
            new AtlantisIdentifier(
                    PROJECT, "runatlantis/atlantis", "server/core", "production", "server/core");

    @Test
    void isARootWithAReadableText() {
        assertThat(CORE.resource().text())
                .isEqualTo("_atlantis/project/runatlantis%2Fatlantis/server%2Fcore/production");
        assertThat(CORE.resource().originalKey())
                .isEqualTo("atlantis:project:runatlantis/atlantis:server/core:production");
    }

    @Test
    void aNameThatIsNotThePathIsPartOfIt() {
        var named = new AtlantisIdentifier(PROJECT, "acme/infra", "vpc", "prod", "net/vpc");

        assertThat(named).hasToString("atlantis:project:acme/infra:net/vpc:prod:vpc");
        assertThat(named.resource())
                .isEqualTo(Resource.parse("_atlantis/project/acme%2Finfra/net%2Fvpc/prod/vpc"));
    }

    @Test
    void emptyPartsAtTheEndNeedNotBeWritten() {
        assertThat(AtlantisIdentifier.parse("atlantis:global"))
                .isEqualTo(AtlantisIdentifier.parse("atlantis:global::::"))
                .isEqualTo(AtlantisIdentifier.GLOBAL);
        assertThat(AtlantisIdentifier.GLOBAL).hasToString("atlantis:global");
    }

    @Test
    void identifiersOfOneRepositoryDoNotCoverEachOther() {
        var repository = new AtlantisIdentifier(CUSTOM, "acme/infra", "", "", "");
        var workspace = new AtlantisIdentifier(CUSTOM, "acme/infra", "", "prod", "");

        assertThat(repository.resource().overlaps(workspace.resource())).isFalse();
    }

    @Test
    void allThatAreEverythingAreOneResourceAndStayToldApartByTheirKeys() {
        var named = new AtlantisIdentifier(GLOBAL, "acme/infra", "move", "", "");
        Resource resource = named.resource();

        assertThat(resource).isEqualTo(AtlantisIdentifier.GLOBAL.resource());
        assertThat(AtlantisIdentifier.of(resource)).contains(named);
        assertThat(KeyFormat.IDENTIFIER.format(resource))
                .contains("atlantis:global:acme/infra:::move");
        assertThat(AtlantisIdentifier.of(Resource.parse(resource.text())))
                .contains(AtlantisIdentifier.GLOBAL);
        assertThat(
                        AtlantisIdentifier.of(
                                new Resource(resource.root(), resource.path(), "atlantis:x")))
                .contains(AtlantisIdentifier.GLOBAL);
    }

    @Test
    void typesAreWrittenAsOtherProgramsWriteThem() {
        assertThat(AtlantisIdentifier.Type.values())
                .extracting(AtlantisIdentifier.Type::word)
                .containsExactly("project", "workspace", "global", "custom");
        assertThat(AtlantisIdentifier.Type.of("workspace")).isEqualTo(WORKSPACE);
        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(() -> AtlantisIdentifier.Type.of("PROJECT"))
                .withMessage(
                        "unknown type 'PROJECT': expected project, workspace, global or custom");
    }

    @Test
    void tellsTheKeyThatOlderVersionsUse() {
        assertThat(CORE.legacyKey()).isEqualTo("runatlantis/atlantis/server/core/production");
        assertThat(KeyFormat.LEGACY.parse(CORE.legacyKey())).isNotEqualTo(CORE.resource());
    }

    @Test
    void anIdentifierLongerThanARootIsRefused() {
        var longest = new AtlantisIdentifier(CUSTOM, "n".repeat(200), "", "", "");

        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(longest::resource)
                .withMessageContaining("the limit is 200");
    }

    @Test
    void differentIdentifiersAreDifferentRootsAndTextsAndReadBack() {
        List<String> parts =
                List.of("", "-", "a", "a/b", "/", "b/", ":", "%", "%2D", "%2F", "é", "\u200B", " ");
        Map<Resource, AtlantisIdentifier> byResource = new HashMap<>();
        Map<String, AtlantisIdentifier> byText = new HashMap<>();
        for (AtlantisIdentifier identifier : identifiersOf(parts)) {
            Resource resource = identifier.resource();

            assertThat(byResource.put(resource, identifier)).isNull();
            assertThat(byText.put(identifier.text(), identifier)).isNull();
            assertThat(AtlantisIdentifier.of(resource)).contains(identifier);
            assertThat(AtlantisIdentifier.parse(identifier.text())).isEqualTo(identifier);
            assertThat(resource.path().isWhole()).isTrue();
        }
        assertThat(byResource).hasSize(2 * 13 * 13 * 13 * 13);
    }

    @Test
    void twoSpellingsOfOneTextAreOneIdentifier() {
        var decomposed = new AtlantisIdentifier(CUSTOM, "e\u0301", "é", "", "e\u0301");

        assertThat(decomposed).isEqualTo(new AtlantisIdentifier(CUSTOM, "é", "é", "", "é"));
        assertThat(AtlantisIdentifier.of(decomposed.resource())).contains(decomposed);
    }

    private static List<AtlantisIdentifier> identifiersOf(List<String> parts) {
        List<AtlantisIdentifier> identifiers = new ArrayList<>();
        for (AtlantisIdentifier.Type type : List.of(PROJECT, CUSTOM)) {
            for (String namespace : parts) {
                for (String name : parts) {
                    for (String workspace : parts) {
                        for (String path : parts) {
                            identifiers.add(
                                    new AtlantisIdentifier(type, namespace, name, workspace, path));
                        }
                    }
                }
            }
        }
        return identifiers;
    }
}
