package holdfast.store.testkit.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A register that is written and read: the classic histories. */
final class LinearizabilityTest {
    private sealed interface Call {}

    private record Write(int value) implements Call {}

    private record Read(int value) implements Call {}

    private record Register() implements Model<Integer, Call> {
        @Override
        public Integer initial() {
            return 0;
        }

        @Override
        public Optional<Integer> after(Integer state, Call call) {
            return switch (call) {
                case Write write -> Optional.of(write.value());
                case Read read -> read.value() == state ? Optional.of(state) : Optional.empty();
            };
        }
    }

    private static Recorded<Call> call(Call call, long from, long to) {
        return new Recorded<>(call, from, to);
    }

    private static Optional<String> complaint(List<Recorded<Call>> history) {
        return Linearizability.complaint(new Register(), history);
    }

    @Test
    void whoReadsWhileOthersWriteMaySeeEither() {
        assertThat(complaint(List.of(call(new Write(1), 1, 10), call(new Read(0), 2, 3))))
                .isEmpty();
        assertThat(complaint(List.of(call(new Write(1), 1, 10), call(new Read(1), 2, 3))))
                .isEmpty();
    }

    @Test
    void whatWasAnsweredIsSeenByWhoAsksAfterwards() {
        assertThat(complaint(List.of(call(new Write(1), 1, 2), call(new Read(0), 3, 4))))
                .hasValueSatisfying(text ->
                        assertThat(text).contains("Write[value=1]").contains("Read[value=0]"));
    }

    @Test
    void whatOneHasSeenTheNextSeesToo() {
        assertThat(
                        complaint(
                                List.of(
                                        call(new Write(1), 1, 10),
                                        call(new Read(1), 2, 3),
                                        call(new Read(0), 4, 5))))
                .isPresent();
    }

    @Test
    void twoWritesAtTheSameTimeHaveTheOrderThatTheirReadersSaw() {
        assertThat(
                        complaint(
                                List.of(
                                        call(new Write(1), 1, 10),
                                        call(new Write(2), 1, 9),
                                        call(new Read(2), 11, 12),
                                        call(new Read(2), 13, 14))))
                .isEmpty();
        assertThat(
                        complaint(
                                List.of(
                                        call(new Write(1), 1, 10),
                                        call(new Write(2), 1, 9),
                                        call(new Read(2), 11, 12),
                                        call(new Read(1), 13, 14))))
                .isPresent();
    }

    @Test
    void whatWasNotAnsweredMayHaveHappenedLateOrNever() {
        Recorded<Call> lost = Recorded.unanswered(new Write(1), 1);

        assertThat(complaint(List.of(lost, call(new Read(0), 5, 6)))).isEmpty();
        assertThat(complaint(List.of(lost, call(new Read(0), 5, 6), call(new Read(1), 7, 8))))
                .isEmpty();
        assertThat(complaint(List.of(lost, call(new Read(1), 5, 6), call(new Read(0), 7, 8))))
                .isPresent();
    }

    @Test
    void nothingHappensBeforeItWasAskedFor() {
        assertThat(
                        complaint(
                                List.of(
                                        Recorded.unanswered(new Write(1), 5),
                                        call(new Read(1), 1, 2))))
                .isPresent();
    }
}
