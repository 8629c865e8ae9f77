package holdfast.store.resilience;

import holdfast.store.resilience.call.ResilienceEvent;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/** Counts what guards do. */
final class Tally implements Consumer<ResilienceEvent> {
    private final LongAdder answered = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final LongAdder timedOut = new LongAdder();
    private final LongAdder retried = new LongAdder();
    private final LongAdder refused = new LongAdder();
    private final LongAdder limited = new LongAdder();

    @Override
    public void accept(ResilienceEvent event) {
        switch (event) {
            case ResilienceEvent.Answered e -> answered.increment();
            case ResilienceEvent.Failed e -> failed.increment();
            case ResilienceEvent.TimedOut e -> timedOut.increment();
            case ResilienceEvent.Retried e -> retried.increment();
            case ResilienceEvent.Refused e -> refused.increment();
            case ResilienceEvent.Limited e -> limited.increment();
            case ResilienceEvent.BreakerMoved e -> {}
        }
    }

    Health.Counts counts() {
        return new Health.Counts(
                answered.sum(),
                failed.sum(),
                timedOut.sum(),
                retried.sum(),
                refused.sum(),
                limited.sum());
    }
}
