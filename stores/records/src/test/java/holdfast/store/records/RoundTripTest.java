package holdfast.store.records;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.model.Claim;
import holdfast.model.Hold;
import holdfast.model.HoldDraft;
import holdfast.model.Waiter;
import holdfast.store.Agreement;
import java.time.Duration;
import java.util.function.Function;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What is written is read back the same, whatever it is. */
final class RoundTripTest {
    private static final int CASES = 500;

    private static <T> Stream<T> each(Function<Samples, T> kind) {
        return LongStream.range(0, CASES).mapToObj(seed -> kind.apply(new Samples(seed)));
    }

    @Test
    void aHoldComesBack() {
        each(Samples::hold)
                .forEach(hold -> {
                    var frame =
                            new HoldFrame(
                                    hold.resource().root(),
                                    hold.token(),
                                    hold.id(),
                                    hold.acquiredAt(),
                                    hold.standing(),
                                    hold.heartbeatAt(),
                                    hold.until());

                    Hold read = HoldJson.read(HoldJson.write(hold), frame);

                    assertThat(read).isEqualTo(hold);
                    // Not part of a resource's identity, but people know it by this key.
                    assertThat(read.resource().originalKey())
                            .isEqualTo(hold.resource().originalKey());
                    assertThat(read.claims().stream().map(RoundTripTest::key))
                            .isEqualTo(hold.claims().stream().map(RoundTripTest::key).toList());
                });
    }

    @Test
    void aDraftIsWrittenAsTheHoldThatItBecomes() {
        each(Samples::hold)
                .forEach(hold -> {
                    var draft =
                            new HoldDraft(
                                    hold.resource(),
                                    hold.mode(),
                                    hold.owner(),
                                    hold.claims(),
                                    hold.terms(),
                                    hold.terms().lease(),
                                    hold.standing(),
                                    hold.priority(),
                                    hold.note(),
                                    hold.engine(),
                                    42);

                    assertThat(HoldJson.write(draft)).isEqualTo(HoldJson.write(hold));
                });
    }

    private static String key(Claim claim) {
        return claim.resource().displayName();
    }

    @Test
    void aWaiterComesBack() {
        each(Samples::waiter)
                .forEach(waiter -> {
                    var frame =
                            new WaiterFrame(
                                    waiter.resource().root(),
                                    waiter.ticket(),
                                    waiter.turn(),
                                    waiter.until());

                    Waiter read = WaiterJson.read(WaiterJson.write(waiter), frame);

                    assertThat(read).isEqualTo(waiter);
                    assertThat(key(read.claim())).isEqualTo(key(waiter.claim()));
                });
    }

    @Test
    void aFateComesBack() {
        each(Samples::fate)
                .forEach(fate -> assertThat(FateJson.read(FateJson.write(fate))).isEqualTo(fate));
    }

    @Test
    void aFreezeComesBack() {
        each(Samples::freeze)
                .forEach(freeze ->
                        assertThat(FreezeJson.read(FreezeJson.write(freeze))).isEqualTo(freeze));
    }

    @Test
    void anAuditEntryComesBack() {
        each(Samples::audit)
                .forEach(entry -> {
                    var read = AuditJson.read(AuditJson.write(entry));

                    assertThat(read).isEqualTo(entry);
                    assertThat(read.resource().originalKey())
                            .isEqualTo(entry.resource().originalKey());
                });
    }

    @Test
    void anAgreementComesBack() {
        var agreement = new Agreement(3, Duration.ofMinutes(10).plusNanos(1), 1_000, 256);

        assertThat(AgreementJson.read(AgreementJson.write(agreement))).isEqualTo(agreement);
    }
}
