package holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.access.AccessSettings;
import holdfast.access.Authentication;
import holdfast.access.Authenticator;
import holdfast.access.Grant;
import holdfast.access.Role;
import holdfast.model.Prefix;
import holdfast.store.DocumentKey;
import holdfast.store.memory.MemoryDocumentStore;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Tokens made by the command line open a server on the same documents. */
@ParameterizedClass
@EnumSource(CliScene.Locks.class)
final class TokenTest {
    private final CliScene.Locks locks;
    private final MemoryDocumentStore documents = new MemoryDocumentStore();
    private CliScene scene;

    TokenTest(CliScene.Locks locks) {
        this.locks = locks;
    }

    @BeforeEach
    void open() {
        scene = new CliScene(locks, CliScene.keeping(documents));
    }

    @AfterEach
    void close() {
        scene.close();
    }

    private CliRun run(String... arguments) {
        CliRun cli = scene.cli().keeping(documents);
        assertThat(cli.run(arguments)).as(cli::err).isZero();
        return cli;
    }

    private Authentication present(String token) {
        var settings =
                new AccessSettings(AccessSettings.StoredTokens.ACCEPTED, Duration.ZERO, List.of());
        return Authenticator.of(settings, documents, InstantSource.system())
                .authenticate("Bearer " + token);
    }

    @Test
    void whoMadeAndRevokedATokenIsInTheAuditAndTheTokenIsNot() {
        String token =
                run("token", "create", "ci", "--role", "operator", "--prefix", "shop")
                        .out()
                        .strip();
        String id = token.split("_", -1)[1];
        run("token", "revoke", id);
        documents.put(
                new DocumentKey("access/tokens/0123456789abcdef"),
                null,
                "damaged".getBytes(StandardCharsets.UTF_8));

        String audit = run("audit", "--event", "token", "--output", "json").out();
        List<Map<String, Object>> lines = audit.lines().map(JsonObjects::readOne).toList();

        assertThat(lines)
                .extracting(line -> line.get("event"))
                .containsExactly("token.created", "token.revoked");
        assertThat(lines)
                .allSatisfy(line ->
                        assertThat(String.valueOf(line.get("metadata")))
                                .contains("by=", "detail=" + id + " for ci: operator below shop"));
        assertThat(run("audit").out()).contains("token.created", "token.revoked");
        assertThat(run("audit", "--event", "lock", "--output", "json").out()).doesNotContain(id);
        assertThat(audit).doesNotContain(token.substring(token.lastIndexOf('_') + 1));
    }

    private List<Map<String, Object>> listed() {
        return JsonObjects.read(run("token", "list", "--output", "json").out());
    }

    @Test
    void aTokenIsPrintedOnceAloneAndOpensAServer() {
        CliRun made = run("token", "create", "ci", "--role", "operator", "--prefix", "shop");
        String token = made.out().strip();

        assertThat(present(token))
                .isInstanceOfSatisfying(
                        Authentication.Known.class,
                        known ->
                                assertThat(known.caller().grants())
                                        .containsExactly(
                                                new Grant(
                                                        Role.OPERATOR,
                                                        Set.of(new Prefix("shop")))));
        assertThat(made.err()).contains("not shown again").doesNotContain(token);
        assertThat(run("token", "list").out())
                .contains("ci", "operator below shop", "valid")
                .doesNotContain(token);
    }

    @Test
    void aRevokedTokenOpensNothing() {
        String token = run("token", "create", "ci", "--role", "admin").out().strip();
        String id = String.valueOf(listed().getFirst().get("token_id"));

        assertThat(run("token", "revoke", id).out()).startsWith("Revoked: " + id + " (ci: admin)");

        assertThat(present(token)).isInstanceOf(Authentication.Unknown.class);
        assertThat(listed().getFirst()).containsEntry("state", "revoked");
    }

    @Test
    void whatIsNotThereCannotBeRevoked() {
        CliRun cli = scene.cli().keeping(documents);

        assertThat(cli.run("token", "revoke", "0123456789abcdef")).isNotZero();
        assertThat(cli.err()).contains("there is no token with this id");
    }

    @Test
    void aTokenNeedsARoleThatThereIs() {
        assertThat(scene.cli().keeping(documents).run("token", "create", "ci"))
                .isEqualTo(ExitCode.USAGE.code());
        CliRun cli = scene.cli().keeping(documents);
        assertThat(cli.run("token", "create", "ci", "--role", "root"))
                .isEqualTo(ExitCode.USAGE.code());
        assertThat(cli.err()).contains("viewer, operator, admin");
        assertThat(listed()).isEmpty();
    }
}
