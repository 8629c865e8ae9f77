package holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import holdfast.model.ErrorCode;
import holdfast.model.StoreTime;
import holdfast.store.DocumentKey;
import holdfast.store.memory.MemoryDocumentStore;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What servers know of each other's answers. */
@Timeout(60)
final class SharedAnswersTest {
    private static final FirstAnswers.Name NAME =
            new FirstAnswers.Name("alice k1", "DELETE /v1/locks/1?");
    private static final Duration LIFE = SharedAnswers.KEPT_FOR;

    private final MemoryDocumentStore documents = new MemoryDocumentStore();
    private volatile StoreTime now = new StoreTime(Duration.ofDays(1).toNanos());
    private final SharedAnswers here = new SharedAnswers(documents, () -> now);
    private final SharedAnswers there = new SharedAnswers(documents, () -> now);
    private final AtomicInteger done = new AtomicInteger();

    @AfterEach
    void stop() {
        here.close();
        there.close();
    }

    private Reply act(First first) {
        first.begins("about to");
        return Reply.json(
                Statuses.CREATED,
                json -> json.writeNumberProperty("number", done.incrementAndGet()));
    }

    @Test
    void theOtherServerGivesTheFirstAnswerUntilItIsForgotten() throws Exception {
        Reply first = here.once(NAME, "body", this::act);
        now = now.plus(LIFE.minusNanos(1_000));

        Reply second = there.once(NAME, "body", this::act);

        assertThat(second.status()).isEqualTo(Statuses.CREATED);
        assertThat(second.text()).isEqualTo(first.text());
        now = now.plus(LIFE);
        assertThat(there.once(NAME, "body", this::act).text()).isEqualTo("{\"number\":2}");
    }

    @Test
    void onlyWhatIsOldIsSweptAway() throws Exception {
        here.once(NAME, "body", this::act);
        now = now.plus(LIFE.dividedBy(2));
        here.once(new FirstAnswers.Name("alice k2", "x"), "body", this::act);
        now = now.plus(LIFE.dividedBy(2));

        there.sweep();

        assertThat(documents.list(SharedAnswers.FOLDER, null, 10)).hasSize(1);
        assertThat(there.once(new FirstAnswers.Name("alice k2", "x"), "body", this::act).text())
                .isEqualTo("{\"number\":2}");
    }

    @Test
    void nothingIsLeftOfWhatWasRefused() {
        assertThatThrownBy(() ->
                        here.once(
                                NAME,
                                "body",
                                first -> {
                                    first.begins("about to");
                                    throw new Problem(ErrorCode.LOCK_NOT_FOUND, "gone");
                                }))
                .isInstanceOf(Problem.class);

        assertThat(documents.list(SharedAnswers.FOLDER, null, 10)).isEmpty();
    }

    @Test
    void whatTheFirstNotedIsToldToTheNextIfNobodyKnowsWhatBecameOfIt() throws Exception {
        assertThatThrownBy(() ->
                        here.once(
                                NAME,
                                "body",
                                first -> {
                                    first.begins("about to");
                                    throw new Problem(ErrorCode.BACKEND_ERROR, "who knows");
                                }))
                .isInstanceOf(Problem.class);

        Reply second = there.once(NAME, "body", first -> Reply.again(first.noted().orElseThrow()));

        assertThat(second.text()).isEqualTo("about to");
        assertThat(here.once(NAME, "body", this::act).text()).isEqualTo("about to");
    }

    @Test
    void whoComesWhileTheFirstIsUnderWayElsewhereWaitsForItsAnswer() throws Exception {
        var begun = new CountDownLatch(1);
        var on = new CountDownLatch(1);
        var first =
                new FutureTask<>(() ->
                        here.once(
                                NAME,
                                "body",
                                copy -> {
                                    copy.begins("about to");
                                    begun.countDown();
                                    on.await();
                                    return act(First.UNNAMED);
                                }));
        Thread.ofVirtual().start(first);
        begun.await();
        var second = new FutureTask<>(() -> there.once(NAME, "body", this::act));
        Thread waiting = Thread.ofVirtual().start(second);
        Conditions.await(() -> waiting.getState() == Thread.State.TIMED_WAITING);

        on.countDown();

        assertThat(second.get().text()).isEqualTo(first.get().text());
        assertThat(done).hasValue(1);
    }

    @Test
    void ofTwoThatBeginAtTheSameTimeTheSecondFindsTheNoteOfTheFirst() throws Exception {
        List<String> noted =
                List.of(
                        here.once(
                                        NAME,
                                        "body",
                                        mine -> {
                                            FirstAnswers.Name same = NAME;
                                            Documents dying =
                                                    new Documents(
                                                            documents, Documents.Fault.NO_ANSWERS);
                                            try (var other = new SharedAnswers(dying, () -> now)) {
                                                other.once(same, "body", this::act);
                                            }
                                            mine.begins("mine");
                                            return Reply.again(mine.noted().orElse("nothing"));
                                        })
                                .text());

        assertThat(noted).containsExactly("about to");
    }

    @Test
    void whatCannotBeReadIsReplaced() throws Exception {
        here.once(NAME, "body", this::act);
        DocumentKey key = documents.list(SharedAnswers.FOLDER, null, 1).getFirst();
        documents.put(
                key,
                documents.get(key).orElseThrow().version(),
                "no JSON".getBytes(StandardCharsets.UTF_8));

        assertThat(there.once(NAME, "body", this::act).text()).isEqualTo("{\"number\":2}");
        assertThat(here.once(NAME, "body", this::act).text()).isEqualTo("{\"number\":2}");
    }

    @Test
    void ofTwoThatBeginAtTheSameTimeTheSecondDoesNothingIfTheFirstIsAnswered() throws Exception {
        Reply answer =
                here.once(
                        NAME,
                        "body",
                        mine -> {
                            there.once(NAME, "body", this::act);
                            return act(mine);
                        });

        assertThat(answer.text()).isEqualTo("{\"number\":1}");
        assertThat(done).hasValue(1);
    }

    @Test
    void whatIsDoneIsToldAsDoneAlsoIfSomebodyUsedItsNameMeanwhile() throws Exception {
        Reply answer =
                here.once(
                        NAME,
                        "body",
                        mine -> {
                            Reply reply = act(mine);
                            now = now.plus(LIFE);
                            there.once(NAME, "another body", this::act);
                            return reply;
                        });

        assertThat(answer.text()).isEqualTo("{\"number\":1}");
    }
}
