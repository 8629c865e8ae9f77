package holdfast.simulation;

import holdfast.store.StoreException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The way of a request to the store and of its answer back. A request that was sent arrives even if its sender stops or dies
 * meanwhile.
 */
final class Wire {
    private static final long SECOND = 1_000_000_000L;

    private final World world;

    Wire(World world) {
        this.world = world;
    }

    /** What became of one request. */
    private static final class Call<T> {
        private @Nullable T answer;
        private @Nullable RuntimeException failure;
    }

    <T> T read(Supplier<T> request) {
        var call = new Call<T>();
        return send(
                call,
                (actor, nap) -> {
                    if (world.weather().isOutage(actor.node()) || world.weather().losesRequest()) {
                        call.failure = new StoreException.Unavailable("no answer", null);
                    } else {
                        call.answer = request.get();
                    }
                    actor.wake(nap, world.weather().flight());
                });
    }

    /** @param request is told whether it arrives when nobody waits for it any more */
    <T> T write(String what, Function<Boolean, T> request) {
        var call = new Call<T>();
        return send(call, (actor, nap) -> arrive(what, call, request, new Sleeper(actor, nap)));
    }

    private record Sleeper(Actor actor, long nap) {}

    private <T> void arrive(
            String what, Call<T> call, Function<Boolean, T> request, Sleeper sleeper) {
        Weather weather = world.weather();
        if (weather.isOutage(sleeper.actor().node()) || weather.losesRequest()) {
            call.failure = new StoreException.Unavailable("not sent", null);
            sleeper.actor().wake(sleeper.nap(), weather.flight());
            return;
        }
        if (weather.isLate()) {
            call.failure = new StoreException.OutcomeUnknown("timed out", null);
            sleeper.actor().wake(sleeper.nap(), weather.flight());
            again("late", what, request);
            return;
        }
        call.answer = request.apply(false);
        world.note(sleeper.actor(), what + " -> " + Shown.of(call.answer));
        if (weather.losesAnswer()) {
            call.failure = new StoreException.OutcomeUnknown("answer lost", null);
            world.note(sleeper.actor(), "does not hear of it");
        }
        if (weather.duplicates()) {
            again("twice", what, request);
        }
        sleeper.actor().wake(sleeper.nap(), weather.flight());
    }

    private <T> void again(String how, String what, Function<Boolean, T> request) {
        world.scheduler()
                .after(
                        world.chance().between(SECOND / 1_000, 8 * SECOND),
                        () -> world.note(how, what + " -> " + Shown.of(request.apply(true))));
    }

    /** What happens when a request arrives. */
    private interface Arrival {
        void at(Actor actor, long nap);
    }

    private <T> T send(Call<T> call, Arrival arrival) {
        Actor actor = world.scheduler().running();
        long nap = actor.lieDown();
        world.scheduler().after(world.weather().flight(), () -> arrival.at(actor, nap));
        actor.sleep();
        if (call.failure != null) {
            throw call.failure;
        }
        return java.util.Objects.requireNonNull(call.answer);
    }
}
