package holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.access.Grant;
import holdfast.access.Role;
import holdfast.audit.AuditSettings;
import holdfast.audit.AuditTrail;
import holdfast.model.Prefix;
import holdfast.store.memory.MemoryDocumentStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceAccessMode;
import org.junit.jupiter.api.parallel.ResourceLock;

/** What somebody does with a lock of somebody else: what it may reach, and who is written down. */
@Timeout(60)
@ResourceLock(value = StatesOverHttpTest.ROOM, mode = ResourceAccessMode.READ)
final class ActingForOthersTest {
    private static final String STATE = "{\"version\":4,\"serial\":7,\"lineage\":\"a\"}";

    @TempDir private Path folder;
    private AuditTrail trail;
    private Served served;

    @BeforeEach
    void start() {
        trail =
                AuditTrail.open(
                        AuditSettings.in(folder, "server-1"),
                        new MemoryDocumentStore(),
                        InstantSource.system());
        served = Served.start(ActingForOthersTest::caller, trail);
    }

    @AfterEach
    void stop() {
        served.close();
        trail.close();
    }

    /** Alice and bob are operators, root is admin of everything, and mallory of one part only. */
    private static Caller caller(Gate.Credential credential) {
        String name = credential.authorization().orElse("nobody");
        Grant grant =
                switch (name) {
                    case "mallory" -> new Grant(Role.ADMIN, Set.of(new Prefix("shop//api")));
                    case "root" -> Grant.everywhere(Role.ADMIN);
                    default -> Grant.everywhere(Role.OPERATOR);
                };
        // Two callers may have one name.
        String called = name.startsWith("twin") ? "twin" : name;
        return new CredentialCaller(
                new holdfast.access.Caller("test:" + name, called, List.of(grant)));
    }

    private Served.Answer post(String who, String path, String body) {
        return served.post(path, body, "Authorization", who);
    }

    private String holds(String who, String resource, String more) {
        Served.Answer lock =
                post(
                        who,
                        "/v1/locks",
                        "{\"resource\":\"" + resource + "\",\"owner_id\":\"run\"" + more + "}");
        assertThat(lock.status()).as("%s", lock).isEqualTo(201);
        return lock.text("lock_id");
    }

    private String under(String lock) {
        return ",\"under\":\"" + lock + "\"";
    }

    private List<String> trail(String event) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .flatMap(ActingForOthersTest::lines)
                    .filter(line -> line.contains("\"" + event + "\""))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Stream<String> lines(Path file) {
        try {
            return Files.readAllLines(file).stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aTransferTakesNothingAlongThatItsCallerMayNotTransfer() {
        String api = holds("alice", "shop//api", "");
        String whole = holds("alice", "shop", under(api));

        Served.Answer moved = post("mallory", "/v1/locks/" + api + "/transfer", "{}");

        assertThat(moved.status()).as("%s", moved).isEqualTo(403);
        for (String lock : List.of(api, whole)) {
            assertThat(served.get("/v1/locks/" + lock, "Authorization", "alice").text("owner"))
                    .isEqualTo("alice");
        }
        assertThat(trail("lock.transfer.requested")).isEmpty();
    }

    @Test
    void everyLockThatMovesIsInTheTrailWithWhoMovesIt() {
        String api = holds("alice", "shop//api", "");
        String whole = holds("alice", "shop", under(api));

        Served.Answer moved = post("root", "/v1/locks/" + api + "/transfer", "{}");

        assertThat(moved.list("locks")).hasSize(2);
        assertThat(trail("lock.transfer.requested"))
                .hasSize(2)
                .allMatch(line -> line.contains("\"by\":\"root\""))
                .allMatch(line -> line.contains("\"identity\":\"test:root\""))
                .anyMatch(line -> line.contains(api))
                .anyMatch(line -> line.contains(whole));
    }

    @Test
    void whoChangesAStateUnderTheLockOfAnotherIsNamedInTheTrail() {
        String lock = holds("alice", "shop", "");
        String path = "/v1/states/body?state=terraform:shop&lock_id=" + lock;

        Served.Answer saved = served.send("PUT", path, STATE, "Authorization", "root");
        Served.Answer removed = served.send("DELETE", path, null, "Authorization", "root");

        assertThat(List.of(saved.status(), removed.status())).containsOnly(200);
        for (String event : List.of("state.pushed", "state.remove.requested", "state.removed")) {
            assertThat(trail(event))
                    .as(event)
                    .singleElement()
                    .asString()
                    .contains("\"by\":\"root\"", "\"identity\":\"test:root\"")
                    .contains("\"locked_by\":\"alice\"");
        }
        assertThat(trail("state.push.requested"))
                .singleElement()
                .asString()
                .contains("\"by\":\"root\"", "\"locked_by\":\"alice\"");
    }

    @Test
    void whoChangesAStateUnderItsOwnLockIsNamedWithItsCredential() {
        String lock = holds("alice", "shop", "");

        served.send(
                "PUT",
                "/v1/states/body?state=terraform:shop&lock_id=" + lock,
                STATE,
                "Authorization",
                "alice");

        assertThat(trail("state.pushed"))
                .singleElement()
                .asString()
                .contains("\"by\":\"alice\"", "\"identity\":\"test:alice\"")
                .contains("\"locked_by\":\"alice\"");
        assertThat(trail("state.push.requested")).isEmpty();
    }

    @Test
    void aVersionIsSavedByWhoseCredentialItIsWhateverIsClaimedAndWhoseverTheLockIs() {
        String lock =
                holds(
                        "alice",
                        "shop",
                        ",\"owner\":\"bob\",\"owner_facts\":{\"identity\":\"test:bob\"}");
        String path = "/v1/states/body?state=terraform:shop&lock_id=" + lock;

        Served.Answer own = served.send("PUT", path, STATE, "Authorization", "alice");
        Served.Answer other =
                served.send("PUT", path, STATE.replace("7", "8"), "Authorization", "root");
        Served.Answer back =
                post(
                        "root",
                        "/v1/states/restore",
                        "{\"state\":\"terraform:shop\",\"lock_id\":\"%s\",\"version\":\"%s\"}"
                                .formatted(lock, own.text("version")));

        assertThat(own.text("saved_by")).isEqualTo("alice");
        assertThat(own.body().get("facts")).asString().contains("identity=test:alice");
        for (Served.Answer answer : List.of(other, back)) {
            assertThat(answer.text("saved_by")).as("%s", answer).isEqualTo("root");
            assertThat(answer.body().get("facts")).asString().contains("identity=test:root");
        }
        assertThat(
                        served.get(
                                        "/v1/states/stamps?state=terraform:shop",
                                        "Authorization",
                                        "root")
                                .list("stamps"))
                .singleElement()
                .satisfies(stamp -> assertThat(stamp.get("by")).isEqualTo("alice"));
    }

    @Test
    void whoFreezesAndThawsIsWrittenDownWithItsCredential() {
        Served.Answer freeze =
                post(
                        "root",
                        "/v1/freezes",
                        "{\"prefix\":\"shop\",\"reason\":\"sale\",\"duration_seconds\":600}");
        served.send(
                "DELETE", "/v1/freezes/" + freeze.text("freeze_id"), null, "Authorization", "root");

        for (String event : List.of("freeze.placed", "freeze.lifted")) {
            assertThat(trail(event))
                    .as(event)
                    .singleElement()
                    .asString()
                    .contains("\"by\":\"root\"", "\"identity\":\"test:root\"");
        }
    }

    @Test
    void whoHasTheNameOfAnotherDoesNotEndItsWatch() throws Exception {
        List<CompletableFuture<Served.Answer>> watches =
                Stream.of("twin-1", "twin-2")
                        .map(who -> watch(who, holds(who, "shop//" + who, "")))
                        .toList();

        Conditions.await(() -> served.server().watching() == 2);

        served.engine().remote().dismiss();
        for (CompletableFuture<Served.Answer> watch : watches) {
            watch.get(30, TimeUnit.SECONDS);
        }
    }

    private CompletableFuture<Served.Answer> watch(String who, String lock) {
        String body =
                "{\"watcher\":\"w\",\"locks\":[{\"lock_id\":\""
                        + lock
                        + "\",\"resource\":\"shop\"}]}";
        return CompletableFuture.supplyAsync(() ->
                served.post("/v1/locks/watch", body, "Authorization", who, "Prefer", "wait=20"));
    }
}
