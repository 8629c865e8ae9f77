package holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import holdfast.model.ErrorCode;
import holdfast.model.InvalidRequestException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
final class FirstAnswersTest {
    private static final FirstAnswers.Name NAME = new FirstAnswers.Name("alice k", "DELETE /x?");

    private final AtomicLong nanos = new AtomicLong();
    private final FirstAnswers answers = new FirstAnswers(nanos::get);
    private final AtomicInteger done = new AtomicInteger();

    private Reply count() {
        int times = done.incrementAndGet();
        return Reply.json(200, json -> json.writeNumberProperty("times", times));
    }

    @Test
    void aRepetitionGetsTheFirstAnswerAndDoesNothing() throws InterruptedException {
        Reply first = answers.once(NAME, "{}", this::count);

        assertThat(answers.once(NAME, "{}", this::count)).isSameAs(first);
        assertThat(done).hasValue(1);
    }

    @Test
    void whoSaysSomethingElseUnderTheSameNameIsNotToldThatItIsDone() throws InterruptedException {
        answers.once(NAME, "{}", this::count);

        assertThatThrownBy(() -> answers.once(NAME, "{\"other\":1}", this::count))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("already names another request");
        assertThat(done).hasValue(1);
    }

    @Test
    void afterAWhileItIsForgotten() throws InterruptedException {
        answers.once(NAME, "{}", this::count);
        nanos.addAndGet(FirstAnswers.KEPT_FOR.toNanos());

        answers.once(NAME, "{}", this::count);

        assertThat(done).hasValue(2);
    }

    @Test
    void theOldestGiveWayWhenThereAreTooMany() throws InterruptedException {
        answers.once(NAME, "{}", this::count);
        for (int i = 0; i < FirstAnswers.ANSWERS_MAX; i++) {
            answers.once(new FirstAnswers.Name("bob " + i, ""), "{}", this::count);
        }
        int before = done.get();

        answers.once(NAME, "{}", this::count);

        assertThat(done).hasValue(before + 1);
    }

    @Test
    void largeAnswersGiveWayBeforeTheyFillTheMemory() throws InterruptedException {
        int large = (int) (FirstAnswers.BYTES_MAX / 2) + 1;
        for (int i = 0; i < 2; i++) {
            answers.once(
                    new FirstAnswers.Name("bob " + i, ""),
                    "{}",
                    () -> new Reply(200, "text/plain", new byte[large], java.util.Map.of()));
        }

        answers.once(new FirstAnswers.Name("bob 0", ""), "{}", this::count);

        assertThat(done).hasValue(1);
    }

    @Test
    void aRefusalThatCanPassIsNotTheAnswerForGood() throws InterruptedException {
        assertThatThrownBy(() ->
                        answers.once(
                                NAME,
                                "{}",
                                () -> {
                                    throw new Problem(ErrorCode.BACKEND_ERROR, "away");
                                }))
                .isInstanceOf(Problem.class);

        assertThat(answers.once(NAME, "{}", this::count).status()).isEqualTo(200);
    }

    @Test
    void aRefusalThatIsFinalIsGivenAgain() throws InterruptedException {
        assertThatThrownBy(() ->
                        answers.once(
                                NAME,
                                "{}",
                                () -> {
                                    throw new Problem(ErrorCode.LOCK_LOST, "over");
                                }))
                .isInstanceOf(Problem.class);

        assertThat(answers.once(NAME, "{}", this::count).status()).isEqualTo(410);
    }

    @Test
    void whoComesWhileTheFirstIsUnderWayWaitsForItsAnswer() throws Exception {
        var began = new CountDownLatch(1);
        var goOn = new CountDownLatch(1);
        CompletableFuture<Reply> first =
                CompletableFuture.supplyAsync(() ->
                        asked(() -> {
                            began.countDown();
                            goOn.await();
                            return count();
                        }));
        began.await();
        CompletableFuture<Reply> second = CompletableFuture.supplyAsync(() -> asked(this::count));
        assertThat(second).isNotDone();
        goOn.countDown();

        assertThat(second.get(10, TimeUnit.SECONDS)).isSameAs(first.get(10, TimeUnit.SECONDS));
        assertThat(done).hasValue(1);
    }

    private Reply asked(FirstAnswers.Doing doing) {
        try {
            return answers.once(NAME, "{}", doing);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void howeverLongTheNamesAreNoMoreIsKeptThanThereIsRoomFor() throws InterruptedException {
        var small = Reply.json(200, json -> json.writeNumberProperty("n", 1));
        String path = "DELETE /v1/locks/x?reason=" + "y".repeat(1_000_000);
        long many = FirstAnswers.BYTES_MAX / 1_000_000 + 1;
        answers.once(NAME, "{}", this::count);
        for (int i = 0; i < many; i++) {
            answers.once(new FirstAnswers.Name("alice k" + i, path + i), "{}", () -> small);
        }

        answers.once(NAME, "{}", this::count);

        assertThat(done).hasValue(2);
    }
}
