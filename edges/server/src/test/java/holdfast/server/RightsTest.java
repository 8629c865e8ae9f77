package holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.model.Owner;
import holdfast.model.OwnerId;
import holdfast.model.Prefix;
import holdfast.model.Resource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceAccessMode;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Who is asking, and what they may do: every route asks the gate, and believes what it says and not the request. */
@ResourceLock(value = StatesOverHttpTest.ROOM, mode = ResourceAccessMode.READ)
final class RightsTest {
    /** Whoever brings a name is let in by it; 'root' may do everything, the others everything with their own below 'shop'. */
    private static final Gate GATE =
            credential ->
                    new Named(
                            credential
                                    .authorization()
                                    .map(text -> text.substring("Bearer ".length()))
                                    .orElseThrow(() ->
                                            new Gate.Denied(
                                                    Gate.Denied.Why.UNKNOWN, "who are you?")));

    private final Served served = Served.start(ServerSettings.DEFAULT.at("127.0.0.1", 0), GATE);

    record Named(String name) implements Caller {
        @Override
        public String identity() {
            return "test:" + name;
        }

        private boolean isRoot() {
            return name.equals("root");
        }

        @Override
        public Owner owner(String run, String claimed, Map<String, String> facts) {
            return new Owner(new OwnerId(run + "." + name), name, facts);
        }

        @Override
        public boolean owns(Owner owner) {
            return owner.name().equals(name);
        }

        @Override
        public Optional<String> objection(Deed deed, Prefix below) {
            boolean allowed =
                    switch (deed) {
                        case READ, ACQUIRE, RENEW, RELEASE, CANCEL, TRANSFER ->
                                isRoot() || below.text().startsWith("shop");
                        case FORCE_UNLOCK, FREEZE, THAW, AUDIT, RESTORE, ADMINISTER -> isRoot();
                    };
            return allowed ? Optional.empty() : Optional.of(name + " may not " + deed);
        }

        @Override
        public Optional<String> objection(Deed deed, Resource resource, Owner owner) {
            return isRoot() || owns(owner)
                    ? objection(deed, resource)
                    : Optional.of("not " + name + "'s");
        }
    }

    @AfterEach
    void stop() {
        served.close();
    }

    private static final String FREEZE =
            "{\"prefix\":\"shop\",\"reason\":\"sale\",\"duration_seconds\":600}";
    private static final String AUTHORIZATION = "Authorization";

    private Served.Answer acquire(String who, String resource, String more) {
        return served.post(
                "/v1/locks",
                "{\"resource\":\"" + resource + "\",\"owner\":\"somebody else\"" + more + "}",
                AUTHORIZATION,
                "Bearer " + who);
    }

    private Served.Answer as(String who, String method, String path, String body) {
        return served.send(
                method, path, body.isEmpty() ? null : body, AUTHORIZATION, "Bearer " + who);
    }

    @Test
    void withoutACredentialNothingButHealthAndTheDescriptionIsAnswered() {
        for (String route : served.server().routes()) {
            String[] parts = route.split(" ");
            String path =
                    parts[1].replace("{lock_id}", "lock_1_a_00000000")
                            .replace("{request_id}", "r")
                            .replaceAll("\\{[a-z_]+}", "x");
            boolean open =
                    path.equals("/healthz")
                            || path.equals("/readyz")
                            || path.equals("/openapi.json")
                            || path.equals("/docs");
            if (!open) {
                assertThat(served.send(parts[0], path, null).status()).as(route).isEqualTo(401);
            }
        }
    }

    @Test
    void whoBringsNoCredentialIsToldWhatToSendAndNotWhomToAsk() {
        assertThat(served.get("/v1/locks").text("what_to_do")).contains("Authorization: Bearer");
        assertThat(as("alice", "POST", "/v1/freezes", FREEZE).text("what_to_do"))
                .contains("with the right");
    }

    @Test
    void theOwnerIsWhoTheCredentialSays() {
        var answer = acquire("alice", "shop", ",\"owner_id\":\"run-1\"");

        assertThat(answer.text("owner")).isEqualTo("alice");
        assertThat(answer.text("owner_id")).isEqualTo("run-1.alice");
    }

    @Test
    void nobodyTouchesTheLocksAndRequestsOfOthers() {
        String lock = acquire("alice", "shop", "").text("lock_id");
        acquire(
                "alice",
                "shop",
                ",\"owner_id\":\"run-2\",\"wait_seconds\":60,\"request_id\":\"second\"");

        assertThat(as("bob", "DELETE", "/v1/locks/" + lock, "").status()).isEqualTo(403);
        assertThat(as("bob", "POST", "/v1/locks/" + lock + "/renew", "{}").status()).isEqualTo(403);
        assertThat(as("bob", "POST", "/v1/locks/" + lock + "/transfer", "{}").status())
                .isEqualTo(403);
        assertThat(
                        as(
                                        "bob",
                                        "POST",
                                        "/v1/locks/renew",
                                        "{\"locks\":[{\"lock_id\":\"" + lock + "\"}]}")
                                .list("locks")
                                .getFirst())
                .containsEntry("code", "PERMISSION_DENIED");
        assertThat(as("bob", "GET", "/v1/requests/second?resource=shop", "").status())
                .isEqualTo(403);
        assertThat(as("bob", "DELETE", "/v1/requests/second?resource=shop", "").status())
                .isEqualTo(403);
        assertThat(acquire("bob", "shop//api", ",\"under\":\"" + lock + "\"").status())
                .isEqualTo(403);
        assertThat(as("alice", "DELETE", "/v1/locks/" + lock, "").status()).isEqualTo(200);
    }

    @Test
    void howALockEndedIsToldOnlyToThoseWhoHaveToDoWithItsRoot() {
        String lock = acquire("root", "bank", "").text("lock_id");
        as("root", "POST", "/v1/locks/" + lock + "/force-unlock", "{\"reason\":\"secret\"}");
        String path = "/v1/locks/" + lock;
        String there = "{\"resource\":\"bank\"}";

        var answers =
                List.of(
                        as("alice", "GET", path + "?resource=bank", ""),
                        as("alice", "DELETE", path + "?resource=bank", ""),
                        as("alice", "POST", path + "/renew", there),
                        as("alice", "POST", path + "/transfer", there));

        assertThat(answers)
                .allSatisfy(answer -> assertThat(answer.status()).isEqualTo(403))
                .allSatisfy(
                        answer -> assertThat(answer.body().toString()).doesNotContain("secret"));
        assertThat(
                        as(
                                        "alice",
                                        "POST",
                                        "/v1/locks/renew",
                                        "{\"locks\":[{\"lock_id\":\""
                                                + lock
                                                + "\",\"resource\":\"bank\"}]}")
                                .list("locks")
                                .getFirst())
                .containsEntry("code", "PERMISSION_DENIED")
                .doesNotContainKey("ended_by");
        assertThat(as("root", "GET", path + "?resource=bank", "").text("ended_reason"))
                .isEqualTo("secret");
    }

    @Test
    void whatOnlySomeMayDoOthersMayNot() {
        String lock = acquire("alice", "shop", "").text("lock_id");
        String freeze = "{\"prefix\":\"shop\",\"reason\":\"x\",\"duration_seconds\":60}";

        assertThat(
                        as(
                                        "alice",
                                        "POST",
                                        "/v1/locks/" + lock + "/force-unlock",
                                        "{\"reason\":\"x\"}")
                                .status())
                .isEqualTo(403);
        assertThat(as("alice", "POST", "/v1/freezes", freeze).status()).isEqualTo(403);
        assertThat(
                        as(
                                        "root",
                                        "POST",
                                        "/v1/locks/" + lock + "/force-unlock",
                                        "{\"reason\":\"x\"}")
                                .status())
                .isEqualTo(200);
    }

    private static final String BODY = "/v1/states/body?state=terraform:";
    private static final String NET = "{\"version\":4,\"serial\":7,\"lineage\":\"a\"}";

    private String saved(String who, String state) {
        String lock = acquire(who, state, "").text("lock_id");
        var saved = as(who, "PUT", BODY + state + "&lock_id=" + lock, NET);
        assertThat(saved.status()).as("%s", saved).isEqualTo(200);
        return lock;
    }

    @Test
    void aStateIsReadAndWrittenByWhoMayReadAndLockItAndTakenBackByFewer() {
        String lock = saved("alice", "shop");
        saved("root", "bank");

        assertThat(as("bob", "GET", BODY + "shop", "").text("serial")).isEqualTo("7");
        assertThat(as("bob", "GET", BODY + "bank", "").status()).isEqualTo(403);
        for (String what : List.of("current", "history", "stamps", "backups", "orphans")) {
            assertThat(as("bob", "GET", "/v1/states/" + what + "?state=terraform:bank", ""))
                    .as(what)
                    .matches(answer -> answer.status() == 403);
        }
        assertThat(as("bob", "GET", "/v1/states", "").list("states"))
                .extracting(state -> state.get("state"))
                .containsExactly("terraform:shop");
        assertThat(as("bob", "PUT", BODY + "shop&lock_id=" + lock, NET).status()).isEqualTo(403);
        assertThat(as("alice", "DELETE", BODY + "shop&lock_id=" + lock, "").status())
                .isEqualTo(403);
        assertThat(
                        as(
                                        "alice",
                                        "POST",
                                        "/v1/states/restore",
                                        "{\"state\":\"terraform:shop\",\"version\":\"x\",\"lock_id\":\""
                                                + lock
                                                + "\"}")
                                .status())
                .isEqualTo(403);
        assertThat(
                        as(
                                        "alice",
                                        "DELETE",
                                        "/v1/states/orphans?state=terraform:shop&version=x",
                                        "")
                                .status())
                .isEqualTo(403);
        assertThat(as("root", "DELETE", BODY + "shop&lock_id=" + lock, "").text("outcome"))
                .isEqualTo("removed");
    }

    @Test
    void nobodySeesWhatIsNotTheirs() {
        acquire("root", "bank", "");
        acquire("alice", "shop", "");

        assertThat(as("alice", "GET", "/v1/locks", "").list("locks"))
                .extracting(lock -> lock.get("resource"))
                .containsExactly("shop");
        assertThat(acquire("alice", "bank", "").status()).isEqualTo(403);
        assertThat(as("alice", "GET", "/v1/history?resource=bank", "").status()).isEqualTo(403);
    }
}
