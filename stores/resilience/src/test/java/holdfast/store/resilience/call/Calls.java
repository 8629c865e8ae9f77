package holdfast.store.resilience.call;

import holdfast.model.Owner;
import holdfast.model.OwnerId;
import holdfast.store.StoreException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Calls of a store that exists only in the head of a test. */
public final class Calls {
    private static final Duration AN_HOUR = Duration.ofHours(1);

    /** What guards told. */
    public final List<ResilienceEvent> heard = new ArrayList<>();

    public final Listeners listeners = new Listeners();
    public final HandMovedHost host = new HandMovedHost();
    private @Nullable Supplier<RuntimeException> trouble;
    private Duration latency = Duration.ZERO;
    private int made;

    public Calls() {
        Runnable unused = listeners.add(heard::add);
    }

    public static Owner owner(String name) {
        return new Owner(new OwnerId(name), name);
    }

    /** How often the store was asked. */
    public int made() {
        return made;
    }

    public void failWith(Supplier<RuntimeException> failure) {
        trouble = failure;
    }

    public void away() {
        failWith(() -> new StoreException.Unavailable("the store is away", null));
    }

    public void answerLost() {
        failWith(() -> new StoreException.OutcomeUnknown("the answer was lost", null));
    }

    public void healthy() {
        trouble = null;
    }

    public void takes(Duration time) {
        latency = time;
    }

    public Call<String> look() {
        return call(Purpose.LOOK, Effect.READS);
    }

    public Call<String> listing() {
        return call(Purpose.LISTING, Effect.READS);
    }

    public Call<String> write() {
        return call(Purpose.WRITE, Effect.WRITES);
    }

    public Call<String> renewal() {
        return call(Purpose.RENEWAL, Effect.WRITES);
    }

    private Call<String> call(Purpose purpose, Effect effect) {
        return within(AN_HOUR, Call.of(purpose, effect, "test", this::answer));
    }

    public <A> Call<A> within(Duration time, Call<A> call) {
        return call.until(host.nanos() + time.toNanos());
    }

    private String answer() {
        made++;
        host.advance(latency);
        if (trouble != null) {
            throw trouble.get();
        }
        return "answer";
    }
}
