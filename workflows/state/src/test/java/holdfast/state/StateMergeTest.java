package holdfast.state;

import static holdfast.state.Scene.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import holdfast.model.InvalidRequestException;
import holdfast.model.SubPath;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What one component's deployment brings into a state, and what it may not. */
final class StateMergeTest {
    private static final String BASE =
            """
            "resources": {"web/api": {"status": "old"}, "web/db": {"status": "old"}},
            "outputs": {"url": "old"}, "deployment_history": [{"deployment_id": "d1", "status": "success"}]
            """;

    private static StateDocument document(String members) {
        return StateDocument.parse(
                bytes("{\"format_version\": \"deployer-state-v1\", " + members + "}"));
    }

    private static Optional<String> merged(String mine, String current) {
        return new StateMerge(
                        new SubPath("web/api"), document(BASE), document(mine), document(current))
                .merged()
                .map(next ->
                        new String(
                                JsonTree.canonical(next.members()),
                                java.nio.charset.StandardCharsets.UTF_8));
    }

    @Test
    void itsOwnResourceIsTakenAndThoseOfOthersStayAsTheyAreNow() {
        String mine =
                BASE.replace(
                        "\"web/api\": {\"status\": \"old\"}", "\"web/api\": {\"status\": \"new\"}");
        String current =
                BASE.replace(
                        "\"web/db\": {\"status\": \"old\"}", "\"web/db\": {\"status\": \"other\"}");

        assertThat(merged(mine, current).orElseThrow())
                .contains("\"web/api\":{\"status\":\"new\"},\"web/db\":{\"status\":\"other\"}");
    }

    @Test
    void aResourceOfOthersMayNotBeChanged() {
        String mine =
                BASE.replace(
                        "\"web/db\": {\"status\": \"old\"}", "\"web/db\": {\"status\": \"mine\"}");

        assertThatThrownBy(() -> merged(mine, BASE))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("'web/db' does not belong to 'web/api'");
    }

    @Test
    void aResourceWhoseNameOnlyBeginsAlikeIsAnothers() {
        String mine = BASE.replace("\"web/db\"", "\"web/api2\": {}, \"web/db\"");

        assertThatThrownBy(() -> merged(mine, BASE)).isInstanceOf(InvalidRequestException.class);
    }

    @Test
    void aResourceThatWasRemovedIsGone() {
        String mine = BASE.replace("\"web/api\": {\"status\": \"old\"}, ", "");

        assertThat(merged(mine, BASE).orElseThrow()).doesNotContain("web/api").contains("web/db");
    }

    @Test
    void whatAnotherChangedMeanwhileInTheSameResourceIsAClash() {
        String current =
                BASE.replace(
                        "\"web/api\": {\"status\": \"old\"}",
                        "\"web/api\": {\"status\": \"other\"}");

        assertThat(merged(BASE, current)).isEmpty();
    }

    @Test
    void outputsAreMergedOneByOneAndTheSameOneChangedTwiceIsAClash() {
        String mine = BASE.replace("{\"url\": \"old\"}", "{\"url\": \"old\", \"mine\": 1}");
        String current = BASE.replace("{\"url\": \"old\"}", "{\"url\": \"other\"}");

        assertThat(merged(mine, current).orElseThrow()).contains("{\"mine\":1,\"url\":\"other\"}");
        assertThat(merged(BASE.replace("{\"url\": \"old\"}", "{\"url\": \"mine\"}"), current))
                .isEmpty();
    }

    @Test
    void deploymentsOfBothAreToldNewestFirst() {
        String mine = BASE.replace("[{", "[{\"deployment_id\": \"d2\"}, {");
        String current = BASE.replace("[{", "[{\"deployment_id\": \"d3\"}, {");

        assertThat(merged(mine, current).orElseThrow())
                .contains(
                        "[{\"deployment_id\":\"d2\"},{\"deployment_id\":\"d3\"},{\"deployment_id\":\"d1\"");
    }

    @Test
    void whatIsThereAlreadySinceASaveWhoseAnswerWasLostWasDoneIsNoClash() {
        String mine =
                BASE.replace(
                                "\"web/api\": {\"status\": \"old\"}",
                                "\"web/api\": {\"status\": \"new\"}")
                        .replace("[{", "[{\"note\": \"without an id\"}, {");

        assertThat(merged(mine, mine).orElseThrow())
                .contains("\"web/api\":{\"status\":\"new\"}")
                .containsOnlyOnce("without an id");
        String removed = BASE.replace("\"web/api\": {\"status\": \"old\"}, ", "");
        assertThat(merged(removed, removed).orElseThrow()).doesNotContain("web/api");
    }
}
