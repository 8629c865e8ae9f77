package holdfast.notify;

import static holdfast.notify.Receiver.awaitUntil;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import holdfast.Holdfast;
import holdfast.engine.LockEvent;
import holdfast.json.JsonObject;
import holdfast.model.InvalidRequestException;
import holdfast.model.Note;
import holdfast.model.Owner;
import holdfast.model.OwnerId;
import holdfast.model.Resource;
import holdfast.model.StoreTime;
import holdfast.store.DocumentStore;
import holdfast.store.StoreException;
import holdfast.store.memory.MemoryDocumentStore;
import holdfast.store.memory.MemoryLockStore;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Against a real web server on loopback. */
final class NotifierTest {
    private static final String SECRET = "a secret of some length";
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final NotifySettings.Persistence IMPATIENT =
            new NotifySettings.Persistence(
                    3, Duration.ofMillis(5), Duration.ofMillis(20), Duration.ofSeconds(10));

    private final MemoryDocumentStore documents = new MemoryDocumentStore();
    private Receiver receiver;
    private @Nullable Notifier notifier;

    @BeforeEach
    void start() throws IOException {
        receiver = new Receiver();
    }

    @AfterEach
    void stop() {
        if (notifier != null) {
            notifier.close();
        }
        receiver.close();
    }

    private Notifier open(Webhook.Form form, String... events) {
        var webhook = new Webhook("ops", receiver.url(), SECRET, Set.of(events), form);
        return open(new NotifySettings(List.of(webhook), 10, 5, IMPATIENT));
    }

    private Notifier open(NotifySettings settings) {
        var opened = Notifier.open(settings, documents, InstantSource.fixed(NOON));
        notifier = opened;
        return opened;
    }

    private static Notification forced(String lockId) {
        return new Notification(
                NOON,
                "lock.forced",
                "shop/production",
                lockId,
                "alice",
                "by bob: wedged",
                Map.of("git_commit", "a1b2", "db_password", "hush"));
    }

    @Test
    void aMessageSaysWhatHappenedAndHidesSecrets() {
        open(Webhook.Form.JSON, "lock.forced").tell(forced("lock-1"));

        Receiver.Got got = receiver.first();
        JsonObject message = JsonObject.parse(got.body());
        assertThat(message.text("event")).isEqualTo("lock.forced");
        assertThat(message.text("lock_key")).isEqualTo("shop/production");
        assertThat(message.text("locked_by")).isEqualTo("alice");
        assertThat(message.text("detail")).isEqualTo("by bob: wedged");
        assertThat(message.texts("metadata"))
                .containsEntry("git_commit", "a1b2")
                .containsEntry("db_password", "(hidden)");
        assertThat(got.headers())
                .containsEntry("Holdfast-Event", "lock.forced")
                .containsEntry("Holdfast-Delivery", message.text("id"));
    }

    @Test
    void noNoteOfACallerGoesBeforeWhatItsCredentialSays() {
        var event =
                new LockEvent(
                        LockEvent.Type.QUEUED,
                        StoreTime.of(NOON),
                        Resource.parse("shop"),
                        new Owner(
                                new OwnerId("run-1"),
                                "mallory",
                                Map.of("identity", "token:mallory")),
                        null,
                        null,
                        new Note("", Map.of("identity", "token:alice", "by", "alice")),
                        Duration.ZERO,
                        "");

        assertThat(Notification.of(event).metadata())
                .containsEntry("identity", "token:mallory")
                .containsEntry("claimed_by", "alice")
                .doesNotContainKey("by");
    }

    @Test
    void theReceiverCanTellWhoSentItAndWhen() {
        open(Webhook.Form.JSON, "lock").tell(forced("lock-1"));

        Receiver.Got got = receiver.first();
        String signature = String.valueOf(got.headers().get(Signature.HEADER));
        var fresh = new Signature.Freshness(NOON.plusSeconds(60), Duration.ofMinutes(5));
        assertThat(Signature.isRight(signature, SECRET, got.body(), fresh)).isTrue();
        assertThat(Signature.isRight(signature, "another secret!!", got.body(), fresh)).isFalse();
        assertThat(Signature.isRight(signature, SECRET, got.body() + " ", fresh)).isFalse();
        var late = new Signature.Freshness(NOON.plusSeconds(600), Duration.ofMinutes(5));
        assertThat(Signature.isRight(signature, SECRET, got.body(), late)).isFalse();
    }

    @Test
    void slackGetsALineThatCallsNobody() {
        open(Webhook.Form.SLACK, "lock")
                .tell(
                        new Notification(
                                NOON,
                                "lock.forced",
                                "shop",
                                null,
                                "<!channel> & co",
                                "",
                                Map.of()));

        assertThat(JsonObject.parse(receiver.first().body()).text("text"))
                .isEqualTo("*lock.forced* `shop` held by &lt;!channel&gt; &amp; co");
    }

    @Test
    void onlyChosenEventsAreTold() {
        Notifier opened = open(Webhook.Form.JSON, "lock.expired");
        opened.tell(forced("lock-1"));
        opened.tell(
                new Notification(NOON, "lock.expired", "shop", "lock-2", "alice", "", Map.of()));

        assertThat(receiver.first().body()).contains("lock-2");
        opened.close();
        assertThat(receiver.got()).hasSize(1);
    }

    @Test
    void whatAnEngineDoesIsTold() throws Exception {
        Notifier opened = open(Webhook.Form.JSON, "lock.acquired");
        try (var store = MemoryLockStore.withSystemClock();
                var holdfast = Holdfast.on(store)) {
            holdfast.engine().onEvent(opened::tell);
            var _ =
                    holdfast.lock("shop")
                            .ownedBy(new Owner(new OwnerId("1"), "alice"))
                            .lease(Duration.ofMinutes(1))
                            .acquireDetached();

            assertThat(receiver.first().body()).contains("lock.acquired", "alice");
        }
    }

    @Test
    void aReceiverThatFailsIsTriedAgainWithTheSameMessage() {
        receiver.answers(attempt -> attempt < 3 ? 503 : 200);

        open(Webhook.Form.JSON, "lock").tell(forced("lock-1"));

        awaitUntil(() -> receiver.got().size() == 3);
        assertThat(
                        receiver.got().stream()
                                .map(got -> got.headers().get("Holdfast-Delivery"))
                                .distinct())
                .hasSize(1);
        assertThat(new DeadLetters(documents).list(10)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "429, 30, 30",
        "503, 7, 7",
        "429, 'Sun, 01 Mar 2026 12:01:00 GMT', 60",
        "429, 'Sun, 01 Mar 2026 11:00:00 GMT', 0",
        "429, -5, 0",
        "429, soon, 0",
        "429, 99999999999999999999, 0",
    })
    void aReceiverSaysHowLongItWantsToBeLeftAlone(int status, String said, int seconds)
            throws InterruptedException {
        receiver.answers(attempt -> status);
        receiver.wantsToBeLeftAloneFor(said);
        var webhook = new Webhook("ops", receiver.url(), null, Set.of("lock"), Webhook.Form.SLACK);
        try (var client = HttpClient.newHttpClient()) {
            var delivery = new Delivery(client, InstantSource.fixed(NOON), Duration.ofSeconds(10));

            assertThat(delivery.attempt(webhook, new Message("1", "ops", "lock.forced", "{}")))
                    .isEqualTo(
                            new Delivery.Result.Failed(
                                    "it answered " + status, Duration.ofSeconds(seconds)));
        }
    }

    @Test
    void itIsLeftAloneForSoLongAndNoLongerThanTheLongestPause() {
        var persistence =
                new NotifySettings.Persistence(
                        6, Duration.ofSeconds(1), Duration.ofMinutes(2), Duration.ofSeconds(10));

        assertThat(persistence.pauseAfter(1, Duration.ofSeconds(30)))
                .isEqualTo(Duration.ofSeconds(30));
        assertThat(persistence.pauseAfter(6, Duration.ofSeconds(30)))
                .isEqualTo(Duration.ofSeconds(32));
        assertThat(persistence.pauseAfter(1, Duration.ofHours(5))).isEqualTo(Duration.ofMinutes(2));
    }

    @Test
    void whoAsksToBeLeftAloneIsNotTriedBefore() {
        receiver.answers(attempt -> attempt < 2 ? 429 : 200);
        receiver.wantsToBeLeftAloneFor("1");
        var webhook = new Webhook("ops", receiver.url(), SECRET, Set.of("lock"), Webhook.Form.JSON);
        var quick =
                new NotifySettings.Persistence(
                        3, Duration.ofMillis(1), Duration.ofSeconds(20), Duration.ofSeconds(10));
        Notifier opened = open(new NotifySettings(List.of(webhook), 10, 5, quick));
        long began = System.nanoTime();
        opened.tell(forced("lock-1"));

        awaitUntil(() -> receiver.got().size() == 2);

        assertThat(Duration.ofNanos(System.nanoTime() - began))
                .isGreaterThanOrEqualTo(Duration.ofSeconds(1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"lock.forcd", "locks", "lock.", "", "state.alarms", "access.denied"})
    void anEventThatNobodyIsEverToldOfIsRefusedAndTheKnownOnesAreNamed(String event) {
        assertThatThrownBy(() ->
                        new Webhook(
                                "ops",
                                receiver.url(),
                                SECRET,
                                Set.of("lock", event),
                                Webhook.Form.JSON))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("webhook 'ops' names events that are unknown: " + event)
                .hasMessageContaining("lock.forced, ")
                .hasMessageContaining("state.alarm, ");
    }

    @Test
    void nothingIsToldThatNobodyCouldAskFor() {
        assertThatThrownBy(() ->
                        new Notification(NOON, "lock.frced", "shop", null, "ci", "", Map.of()))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void whatCannotBeDeliveredIsKeptAndCanBeSentAgain() {
        receiver.answers(attempt -> attempt <= 3 ? 500 : 200);
        Notifier opened = open(Webhook.Form.JSON, "lock");
        opened.tell(forced("lock-1"));
        awaitUntil(() -> !opened.deadLetters().list(10).isEmpty());

        var letter = opened.deadLetters().list(10).getFirst();
        assertThat(letter.attempts()).isEqualTo(3);
        assertThat(letter.why()).isEqualTo("it answered 500");
        assertThat(opened.resend("ops", letter.id())).isTrue();

        awaitUntil(() -> receiver.got().size() == 4);
        assertThat(receiver.got().getLast().body()).isEqualTo(letter.body());
        assertThat(opened.deadLetters().list(10)).isEmpty();
        assertThat(opened.resend("ops", letter.id())).isFalse();
    }

    @Test
    void receiversThatHangShareTheTimeThatAStopMayTake() throws IOException {
        try (var silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            URI url = URI.create("http://127.0.0.1:" + silent.getLocalPort());
            List<Webhook> three =
                    Stream.of("one", "two", "three")
                            .map(name ->
                                    new Webhook(name, url, null, Set.of("lock"), Webhook.Form.JSON))
                            .toList();
            var patient =
                    new NotifySettings.Persistence(
                            1,
                            Duration.ofMillis(10),
                            Duration.ofMillis(10),
                            Duration.ofSeconds(60));
            Notifier opened = open(new NotifySettings(three, 100, 100, patient));
            opened.tell(forced("lock-1"));
            long began = System.nanoTime();

            opened.close();

            assertThat(Duration.ofNanos(System.nanoTime() - began))
                    .isLessThan(Duration.ofSeconds(9));
            assertThat(opened.deadLetters().list(10)).hasSize(3);
        }
    }

    private Notifier hanging(DocumentStore store, ServerSocket silent) {
        URI url = URI.create("http://127.0.0.1:" + silent.getLocalPort());
        var webhook = new Webhook("ops", url, null, Set.of("lock"), Webhook.Form.JSON);
        var patient =
                new NotifySettings.Persistence(
                        1, Duration.ofMillis(10), Duration.ofMillis(10), Duration.ofSeconds(60));
        var opened =
                Notifier.open(
                        new NotifySettings(List.of(webhook), 100, 100, patient),
                        store,
                        InstantSource.fixed(NOON));
        notifier = opened;
        for (int i = 1; i <= 3; i++) {
            opened.tell(forced("lock-" + i));
        }
        return opened;
    }

    /** As files do. */
    private DocumentStore refusingWhoIsInterrupted() {
        return (DocumentStore)
                Proxy.newProxyInstance(
                        DocumentStore.class.getClassLoader(),
                        new Class<?>[] {DocumentStore.class},
                        (proxy, method, arguments) -> {
                            if (Thread.currentThread().isInterrupted()) {
                                throw new StoreException.Unavailable("interrupted", null);
                            }
                            return method.invoke(documents, arguments);
                        });
    }

    @Test
    void whatWaitsIsKeptAlsoByWhoIsInterruptedWhileItStops() throws Exception {
        try (var silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Notifier opened = hanging(refusingWhoIsInterrupted(), silent);
            silent.accept();

            Thread closer = Thread.ofPlatform().start(opened::close);
            closer.interrupt();

            assertThat(closer.join(Duration.ofSeconds(20))).isTrue();
            awaitUntil(() -> new DeadLetters(documents).list(10).size() == 3);
            assertThat(opened.dropped()).isZero();
        }
    }

    @Test
    void whoHasLittleTimeLeftToStopKeepsWhatWaitsWithinIt() throws Exception {
        try (var silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Notifier opened = hanging(documents, silent);
            long began = System.nanoTime();

            opened.closeWithin(Duration.ofMillis(300));
            opened.close();

            assertThat(Duration.ofNanos(System.nanoTime() - began))
                    .isLessThan(Duration.ofSeconds(4));
            assertThat(opened.deadLetters().list(10)).hasSize(3);
        }
    }

    @Test
    void whatTheReceiverDoesNotWantIsNotTriedAgain() {
        receiver.answers(attempt -> 410);
        Notifier opened = open(Webhook.Form.JSON, "lock");
        opened.tell(forced("lock-1"));

        awaitUntil(() -> !opened.deadLetters().list(10).isEmpty());
        assertThat(receiver.got()).hasSize(1);
    }

    @Test
    void aMessageFollowsNoRedirect() {
        receiver.answers(attempt -> 302);
        Notifier opened = open(Webhook.Form.JSON, "lock");
        opened.tell(forced("lock-1"));

        awaitUntil(() -> !opened.deadLetters().list(10).isEmpty());
        assertThat(receiver.got()).hasSize(1);
    }

    @Test
    void aReceiverThatHangsBlocksNobodyAndTakesNoMoreThanItsQueue() {
        var hanging = new CountDownLatch(1);
        receiver.answers(attempt -> {
            try {
                hanging.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return 200;
        });
        Notifier opened = open(Webhook.Form.JSON, "lock");
        opened.tell(forced("lock-0"));
        receiver.first();

        for (int i = 1; i <= 1_000; i++) {
            opened.tell(forced("lock-" + i));
        }

        assertThat(opened.dropped()).isEqualTo(990);
        hanging.countDown();
        awaitUntil(() -> receiver.got().size() == 11);
    }

    private static void answerHalf(ServerSocket socket) {
        try {
            String half = "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n";
            socket.accept().getOutputStream().write(half.getBytes(StandardCharsets.US_ASCII));
        } catch (IOException e) {
            // The test is over.
        }
    }

    @Test
    void aReceiverThatStopsInTheMiddleOfItsAnswerIsGivenUp() throws IOException {
        try (var socket = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> answerHalf(socket));
            var url = URI.create("http://127.0.0.1:" + socket.getLocalPort() + "/");
            var webhook = new Webhook("ops", url, SECRET, Set.of("lock"), Webhook.Form.JSON);
            var once =
                    new NotifySettings.Persistence(
                            1, Duration.ofMillis(5), Duration.ofMillis(20), Duration.ofMillis(200));
            Notifier opened = open(new NotifySettings(List.of(webhook), 10, 5, once));
            opened.tell(forced("lock-1"));

            awaitUntil(() -> !opened.deadLetters().list(10).isEmpty());
        }
    }

    @Test
    void theOldestDeadLettersGoFirst() {
        receiver.answers(attempt -> 410);
        Notifier opened = open(Webhook.Form.JSON, "lock");
        for (int i = 1; i <= 8; i++) {
            opened.tell(forced("lock-" + i));
            int sent = i;
            awaitUntil(() -> receiver.got().size() == sent);
        }
        opened.close();

        assertThat(opened.deadLetters().list(100)).hasSize(5);
    }

    @Test
    void whatWaitsWhenTheServerStopsIsKept() {
        receiver.answers(attempt -> 503);
        var webhook = new Webhook("ops", receiver.url(), SECRET, Set.of("lock"), Webhook.Form.JSON);
        var patient =
                new NotifySettings.Persistence(
                        5, Duration.ofHours(1), Duration.ofHours(1), Duration.ofSeconds(10));
        Notifier opened = open(new NotifySettings(List.of(webhook), 10, 10, patient));
        opened.tell(forced("lock-1"));
        opened.tell(forced("lock-2"));
        receiver.first();

        opened.close();

        assertThat(opened.deadLetters().list(10)).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "file:///etc/passwd",
                "ftp://host/",
                "http:///path",
                "http://user:hush@host/",
                "gopher://host/"
            })
    void anAddressThatIsNoPlainWebAddressIsRefusedWithoutBeingRepeated(String url) {
        assertThatThrownBy(() ->
                        new Webhook(
                                "ops", URI.create(url), SECRET, Set.of("lock"), Webhook.Form.JSON))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageNotContaining("hush");
    }

    @Test
    void settingsThatArePrintedTellNoSecret() {
        var webhook =
                new Webhook(
                        "ops",
                        URI.create("https://hooks.example/T0/hushhush"),
                        SECRET,
                        Set.of("lock"),
                        Webhook.Form.SLACK);

        assertThat(NotifySettings.of(List.of(webhook)).toString())
                .contains("ops", "hooks.example")
                .doesNotContain("hushhush")
                .doesNotContain(SECRET);
    }
}
