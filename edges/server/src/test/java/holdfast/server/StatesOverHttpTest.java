package holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.state.Room;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/** States, by who knows no more than the API. */
@ResourceLock(StatesOverHttpTest.ROOM)
final class StatesOverHttpTest {
    /** The room for states is that of the whole process. */
    static final String ROOM = "room for states";

    private static final String STATES = "/v1/states";
    private static final String BODY = STATES + "/body?state=";
    private static final String NET = "terraform:net";

    private final Served served = Served.start();

    @AfterEach
    void stop() {
        served.close();
    }

    private static String tfstate(int serial, String more) {
        return "{\"version\":4,\"serial\":" + serial + ",\"lineage\":\"a\"" + more + "}";
    }

    private Served.Answer push(String state, String lock, String body) {
        return served.send("PUT", BODY + state + "&lock_id=" + lock, body);
    }

    @Test
    void aStateIsSavedByWhoHoldsItsLockAndOnceHoweverOftenItIsSent() {
        String lock = served.holds("alice", "net");

        Served.Answer saved = push(NET, lock, tfstate(7, ""));

        assertThat(saved.status()).as("%s", saved).isEqualTo(200);
        assertThat(saved.text("outcome")).isEqualTo("pushed");
        assertThat(saved.text("saved_by")).isEqualTo("alice");
        assertThat(saved.body()).containsEntry("lock_id", lock);
        assertThat(push(NET, lock, tfstate(7, "")).text("outcome")).isEqualTo("unchanged");
        assertThat(served.get(BODY + NET).text("serial")).isEqualTo("7");
        assertThat(served.get(STATES + "/current?state=" + NET).text("version"))
                .isEqualTo(saved.text("version"));
        assertThat(served.get(STATES + "/history?state=" + NET).list("versions")).hasSize(1);
        assertThat(served.get(STATES + "/stamps?state=" + NET).list("stamps").getFirst())
                .containsEntry("lock_id", lock);
    }

    @Test
    void withoutTheLockNothingIsSaved() {
        String lock = served.holds("alice", "net");
        String other = served.holds("alice", "mail");

        assertThat(served.send("PUT", BODY + NET, tfstate(7, "")).status()).isEqualTo(400);
        assertThat(push(NET, other, tfstate(7, "")).status()).isEqualTo(404);
        served.post("/v1/locks/" + lock + "/force-unlock", "{\"reason\":\"x\"}");
        assertThat(push(NET, lock, tfstate(7, "")).status()).isEqualTo(410);
        assertThat(served.get(BODY + NET).status()).isEqualTo(404);
        assertThat(served.get(STATES).list("states")).isEmpty();
    }

    @Test
    void whatIsNoStateOrAnOlderOneIsNotSaved() {
        String lock = served.holds("alice", "net");
        push(NET, lock, tfstate(7, ""));

        for (String body : List.of("{}", "[]", "x", tfstate(8, "") + "x", tfstate(6, ""))) {
            assertThat(push(NET, lock, body).status()).as(body).isEqualTo(400);
        }
        assertThat(push(NET, lock, tfstate(6, "")).text("detail"))
                .contains("the serial went back from 7 to 6");
        assertThat(push(NET, lock + "&base=00", tfstate(8, "")).text("detail"))
                .contains("is at version");
        assertThat(push(NET, lock + "&force=true", tfstate(6, "")).status()).isEqualTo(200);
    }

    @Test
    void aStateMayBeLargerThanOtherBodiesAndNotLargerThanStatesMayBe() {
        String lock = served.holds("alice", "net");
        String large = ",\"x\":\"" + "x".repeat(ServerLimits.DEFAULT.bodyMax() * 2) + "\"";

        assertThat(push(NET, lock, tfstate(7, large)).status()).isEqualTo(200);
        assertThat(served.get(BODY + NET).text("x")).hasSize(ServerLimits.DEFAULT.bodyMax() * 2);
        String tooLarge = ",\"x\":\"" + "x".repeat(Served.STATE_BYTES_MAX) + "\"";
        try {
            assertThat(push(NET, lock, tfstate(8, tooLarge)).status()).isEqualTo(413);
        } catch (UncheckedIOException e) {
            // The server does not wait for the rest: who still sends may find the door shut.
            assertThat(e).hasCauseInstanceOf(IOException.class);
        }
        assertThat(served.get(BODY + NET).text("x")).hasSize(ServerLimits.DEFAULT.bodyMax() * 2);
    }

    @Test
    void aLockOnOnePartDoesNotRemoveTheState() {
        String whole = served.holds("alice", "shop/production");
        push("shop/production", whole, "{\"format_version\":\"deployer-state-v1\"}");
        served.send("DELETE", "/v1/locks/" + whole, null);
        String part = served.holds("alice", "shop/production//api");

        Served.Answer refused =
                served.send("DELETE", BODY + "shop/production&lock_id=" + part, null);

        assertThat(refused.status()).as("%s", refused).isEqualTo(400);
        assertThat(refused.toString()).contains("covers only 'api'", "a lock on all of it");
        assertThat(served.get(BODY + "shop/production").status()).isEqualTo(200);
    }

    @Test
    void aVersionIsBackedUpOnceAndRestoredOnceUnderOneLock() {
        String lock = served.holds("alice", "net");
        String first = push(NET, lock, tfstate(7, "")).text("version");
        push(NET, lock, tfstate(8, ""));
        String backup = "{\"state\":\"" + NET + "\"}";
        Served.Answer backedUp = served.post(STATES + "/backups", backup);
        assertThat(backedUp.status()).isEqualTo(201);
        assertThat(served.post(STATES + "/backups", backup).text("version"))
                .isEqualTo(backedUp.text("version"));

        String restore =
                "{\"state\":\"%s\",\"lock_id\":\"%s\",\"version\":\"%s\"}"
                        .formatted(NET, lock, first);
        Served.Answer restored = served.post(STATES + "/restore", restore);

        assertThat(restored.text("outcome")).as("%s", restored).isEqualTo("restored");
        assertThat(served.post(STATES + "/restore", restore).body())
                .containsEntry("outcome", "unchanged")
                .containsEntry("version", restored.text("version"));
        assertThat(served.get(STATES + "/history?state=" + NET).list("versions")).hasSize(3);
    }

    @Test
    void nothingOfAStateIsLookedAtBeforeThereIsRoomForIt() {
        push(NET, served.holds("alice", "net"), tfstate(7, ""));
        String backup = "{\"state\":\"" + NET + "\"}";

        try (Room.Taken everything = Room.forReads().takeWhole(Long.MAX_VALUE)) {
            var answers =
                    List.of(
                            served.getLater(BODY + NET),
                            served.getLater(BODY + "shop/production"),
                            served.getLater(STATES + "/current?state=" + NET),
                            CompletableFuture.supplyAsync(
                                    () -> served.post(STATES + "/backups", backup)));

            assertThat(answers).extracting(answer -> answer.join().status()).containsOnly(503);
        }

        assertThat(served.get(BODY + NET).status()).isEqualTo(200);
        assertThat(served.get(BODY + "shop/production").status()).isEqualTo(404);
        assertThat(served.post(STATES + "/backups", backup).status()).isEqualTo(201);
    }

    @Test
    void aListOfStatesHasPages() {
        for (String name : List.of("a", "b", "c")) {
            push("terraform:" + name, served.holds("alice", name), tfstate(1, ""));
        }

        Served.Answer first = served.get(STATES + "?limit=2");
        Served.Answer second = served.get(STATES + "?limit=2&cursor=" + first.text("next_cursor"));

        assertThat(first.list("states"))
                .extracting(state -> state.get("state"))
                .containsExactly("terraform:a", "terraform:b");
        assertThat(second.list("states"))
                .extracting(state -> state.get("state"))
                .containsExactly("terraform:c");
        assertThat(second.body()).doesNotContainKey("next_cursor");
    }
}
