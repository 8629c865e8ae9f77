package holdfast.server;

import static holdfast.server.Conditions.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import holdfast.notify.DeadLetters;
import holdfast.notify.Notification;
import holdfast.notify.Notifier;
import holdfast.notify.NotifySettings;
import holdfast.notify.Webhook;
import holdfast.store.memory.MemoryDocumentStore;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What webhooks hear of states. Nobody is at their address: what they would have heard is kept. */
@ResourceLock(StatesOverHttpTest.ROOM)
final class StatesToldTest {
    private static final String STATE = "{\"version\":4,\"serial\":7,\"lineage\":\"a\"}";
    private static final String NET = "state=terraform:net&lock_id=";

    private final Notifier notifier =
            Notifier.open(webhooks(), new MemoryDocumentStore(), InstantSource.system());
    private final Served served = Served.start(notifier);

    private static NotifySettings webhooks() {
        var nowhere = URI.create("http://127.0.0.1:1/");
        var once =
                new NotifySettings.Persistence(
                        1, Duration.ofMillis(10), Duration.ofMillis(10), Duration.ofSeconds(10));
        return new NotifySettings(
                List.of(new Webhook("ops", nowhere, null, Set.of("state"), Webhook.Form.JSON)),
                100,
                100,
                once);
    }

    @AfterEach
    void stop() {
        served.close();
        notifier.close();
    }

    @Test
    void whatIsDoneToAStateIsAnsweredAsDoneAndTold() {
        String net = NET + served.holds("alice", "net");
        assertDone(served.send("PUT", "/v1/states/import?" + net, STATE), "imported");
        assertDone(served.send("DELETE", "/v1/states/body?" + net, null), "removed");

        await(() ->
                notifier.deadLetters().list(10).stream()
                        .map(DeadLetters.DeadLetter::event)
                        .toList()
                        .containsAll(List.of("state.imported", "state.removed")));
    }

    private static void assertDone(Served.Answer answer, String outcome) {
        assertThat(answer.status()).as("%s", answer).isEqualTo(200);
        assertThat(answer.text("outcome")).isEqualTo(outcome);
    }

    @ParameterizedTest
    @EnumSource
    void whateverCanBeDoneToAStateCanBeTold(StateDone done) {
        assertThatCode(() ->
                        new Notification(
                                Instant.EPOCH, done.event(), "net", null, "ci", "", Map.of()))
                .doesNotThrowAnyException();
    }
}
