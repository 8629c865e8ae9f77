package holdfast.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tokens, audit trail and undelivered messages, by commands that know only a server with access control. */
final class RecordsAtAServerTest {
    private static final Pattern URL = Pattern.compile("http://127\\.0\\.0\\.1:\\d+");
    private static final int NOT_PERMITTED = 77;
    private static final int NOT_FOUND = 66;
    private static final int MISUSE = 64;

    @RegisterExtension private final Workshop workshop = new Workshop();

    private String serve() {
        RunningHoldfast server =
                workshop.start(Map.of("HOLDFAST_ACCESS_TOKENS", "true"), "serve", "--port", "0");
        Deadline.await(
                "the server serves: " + server,
                () -> URL.matcher(server.toString()).find() || !server.isAlive());
        Matcher url = URL.matcher(server.toString());
        assertThat(url.find()).as(server::toString).isTrue();
        return url.group();
    }

    private String onTheStore(String... arguments) {
        RunningHoldfast done = workshop.start(arguments);
        assertThat(done.exitCode()).as(done::toString).isZero();
        return done.out();
    }

    private RunningHoldfast at(String server, String token, String... arguments) {
        var environment = new HashMap<String, String>();
        environment.put("HOLDFAST_STORE", "");
        environment.put("HOLDFAST_TOKEN", token);
        String[] all =
                Stream.concat(Stream.of(arguments), Stream.of("--server", server))
                        .toArray(String[]::new);
        return workshop.start(environment, all);
    }

    private String done(RunningHoldfast command) {
        assertThat(command.exitCode()).as(command::toString).isZero();
        return command.out();
    }

    @Test
    void whatIsDoneOnAStoreIsDoneAtAServerToo() {
        String admin = onTheStore("token", "create", "root", "--role", "admin").strip();
        String server = serve();

        String made =
                done(at(server, admin, "token", "create", "ci", "--role", "operator")).strip();

        assertThat(made).startsWith("hf_");
        String id = made.split("_", -1)[1];
        assertThat(done(at(server, admin, "token", "list"))).isEqualTo(onTheStore("token", "list"));
        assertThat(at(server, made, "token", "list").exitCode()).isEqualTo(NOT_PERMITTED);
        assertThat(at(server, made, "audit").exitCode()).isEqualTo(NOT_PERMITTED);
        assertThat(done(at(server, admin, "token", "revoke", id)))
                .isEqualTo("Revoked: " + id + " (ci: operator)\n");
        assertThat(at(server, admin, "token", "revoke", "0123456789abcdef").exitCode())
                .isEqualTo(NOT_FOUND);
        assertThat(done(at(server, admin, "webhooks", "list")))
                .isEqualTo("No messages were given up.\n");
        for (String deed : new String[] {"retry", "drop"}) {
            assertThat(at(server, admin, "webhooks", deed, "ops", "0123abcd").exitCode())
                    .isEqualTo(NOT_FOUND);
        }
        String[] audit = {"audit", "--event", "token", "--output", "json"};
        Deadline.await(
                "the trail is copied to the store",
                () -> onTheStore(audit).split("\"identity\":\"token:root\"", -1).length > 2);
        assertThat(done(at(server, admin, audit)))
                .isEqualTo(onTheStore(audit))
                .doesNotContain(made);
        assertThat(at(server, made, "audit", "verify").exitCode()).isEqualTo(NOT_PERMITTED);
        assertThat(done(at(server, admin, "audit", "verify")))
                .isEqualTo(onTheStore("audit", "verify"))
                .startsWith("whole ");
        assertThat(at(server, admin, "audit", "verify", "--files", ".").exitCode())
                .isEqualTo(MISUSE);
    }

    @Test
    void statesAreWorkedOnAtAServerAsInAStore() {
        String admin = onTheStore("token", "create", "root", "--role", "admin").strip();
        String ci = onTheStore("token", "create", "ci", "--role", "operator").strip();
        String viewer = onTheStore("token", "create", "eve", "--role", "viewer").strip();
        String server = serve();
        workshop.write("one.tfstate", "{\"version\":4,\"serial\":1,\"lineage\":\"a\"}");
        workshop.write("two.tfstate", "{\"version\":4,\"serial\":2,\"lineage\":\"a\"}");
        String[] push = {"state", "push", "terraform:net", "--file", "one.tfstate"};

        assertThat(at(server, viewer, push).exitCode()).isEqualTo(NOT_PERMITTED);
        done(at(server, ci, push));
        done(at(server, ci, "state", "push", "terraform:net", "--file", "two.tfstate"));
        RunningHoldfast older = at(server, ci, push);
        assertThat(older.exitCode()).as(older::toString).isEqualTo(MISUSE);
        assertThat(older.err()).contains("the serial went back from 2 to 1");

        for (String what : new String[] {"list", "history", "show", "pull", "locks", "orphans"}) {
            String[] command =
                    what.equals("list")
                            ? new String[] {"state", what}
                            : new String[] {"state", what, "terraform:net"};
            assertThat(done(at(server, viewer, command))).as(what).isEqualTo(onTheStore(command));
        }
        String first =
                onTheStore("state", "history", "terraform:net")
                        .lines()
                        .toList()
                        .get(2)
                        .split(" ")[0];
        String[] restore = {"state", "restore", "terraform:net", "--to", first};
        assertThat(at(server, ci, restore).exitCode()).isEqualTo(NOT_PERMITTED);
        done(at(server, admin, restore));
        assertThat(done(at(server, viewer, "state", "pull", "terraform:net")))
                .isEqualTo(onTheStore("state", "pull", "terraform:net"))
                .contains("\"serial\":3");
        done(at(server, admin, "state", "rm", "terraform:net", "--yes"));
        String[] events = {"audit", "--event", "state", "--output", "json"};
        Deadline.await(
                "the trail says who changed the state",
                () ->
                        onTheStore(events)
                                .contains("\"state.remove.requested\",\"lock_key\":\"net\""));
        assertThat(onTheStore(events))
                .contains("state.pushed", "state.restore.requested", "state.restored");
        assertThat(onTheStore("audit", "--event", "state", "--lock", "net").lines().skip(1))
                .as("by whom, and which version")
                .allMatch(line -> line.matches(".* state\\.\\S+ +net +(root|ci) +\\S.*"))
                .anyMatch(line -> line.contains("state.removed") && line.contains(" root "))
                .anyMatch(line -> line.contains("which is " + first + " again"));
    }

    @ParameterizedTest
    @CsvSource({
        "sqlite:locks.db, states: s3:nonsense",
        "sqlite:locks.db, states: nonsense",
        "sqlite:locks.db, tls: {certificate: nothing.pem; key: nothing.pem}",
        "redis://localhost:6379?nonsense=1, stop_within: 10s",
        "dynamodb:locks?nonsense=1, stop_within: 10s"
    })
    void aCheckFindsWhatWouldKeepAServerFromStarting(String store, String line) {
        workshop.write("server.yaml", line.replace(';', ',') + "\n");
        String file = workshop.file("server.yaml").toString();

        RunningHoldfast check =
                workshop.start("serve", "--check", "--config", file, "--store", store);

        assertThat(check.exitCode()).as(check::toString).isEqualTo(64);
        assertThat(check.out()).isEmpty();
    }

    @Test
    void aCheckSaysOfWhatIsConfiguredThatItHasNoEffect() {
        workshop.write("server.yaml", "enhanced_locking:\n  legacy_fallback: true\n");

        RunningHoldfast check =
                workshop.start(
                        "serve", "--check", "--config", workshop.file("server.yaml").toString());

        assertThat(check.exitCode()).as(check::toString).isZero();
        assertThat(check.out()).isEqualTo("The configuration is good.\n");
        assertThat(check.err()).contains("enhanced_locking", "has no effect");
    }
}
