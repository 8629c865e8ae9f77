package holdfast.rulebook;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.model.Freezes;
import holdfast.model.Hold;
import holdfast.model.Priority;
import holdfast.model.Quarantine;
import holdfast.model.Waiter;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever happens, in whatever order: nobody waits who could be served, and the scene's own checks hold. Each owner waits for
 * one thing at a time; of an owner with several waits the front of a queue need not show all.
 */
final class WildSceneTest {
    private static final List<String> RESOURCES =
            List.of("prod", "prod//a", "prod//a/1", "prod//a/2", "prod//b", "prod//b/1");

    static LongStream seeds() {
        return LongStream.range(0, 300);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void nobodyWaitsWhoCouldBeServed(long seed) {
        var scene = new Scene();
        var random = new Random(seed);
        for (int step = 0; step < 40; step++) {
            somethingHappens(scene, random);
            while (scene.more() == Decision.More.UNSETTLED) {
                scene.settle();
            }
            assertThat(grantable(scene)).as("after step %s", step).isEmpty();
        }
    }

    private static List<Waiter> grantable(Scene scene) {
        List<Waiter> live =
                scene.keptWaiters().stream().filter(waiter -> waiter.isLive(scene.now())).toList();
        var admission =
                new Admission(
                        scene.liveHolds(),
                        List.of(),
                        live,
                        new Freezes(scene.now(), List.of()),
                        scene.now());
        return live.stream()
                .filter(waiter -> admission.blocker(Candidate.of(waiter)).isEmpty())
                .toList();
    }

    private static void somethingHappens(Scene scene, Random random) {
        switch (random.nextInt(12)) {
            case 0, 1, 2, 3, 4, 5 -> someoneAsks(scene, random);
            case 6, 7 ->
                    oneOf(scene.liveHolds(), random).stream()
                            .filter(hold -> !hold.claims().isEmpty())
                            .forEach(hold -> scene.release(hold, hold.claims().get(0)));
            case 8 ->
                    oneOf(scene.keptWaiters(), random)
                            .forEach(waiter -> scene.cancel(waiter.claim().request()));
            case 9 -> timePasses(scene, random);
            case 10 ->
                    oneOf(scene.liveHolds(), random).stream()
                            .filter(hold -> !hold.owner().name().equals("heir"))
                            .forEach(hold -> scene.transfer(hold, "heir", hold.id().text() + "!"));
            default ->
                    oneOf(scene.liveHolds(), random)
                            .forEach(hold -> scene.forceUnlock(quarantine(random), hold));
        }
    }

    private static void someoneAsks(Scene scene, Random random) {
        String owner = "owner" + random.nextInt(6);
        Wish wish = scene.wish(owner, RESOURCES.get(random.nextInt(RESOURCES.size())));
        List<Hold> own = scene.holdsOf(owner);
        if (!own.isEmpty()) {
            wish.under(own.get(random.nextInt(own.size())));
        }
        if (random.nextInt(3) == 0) {
            wish.shared();
        }
        if (random.nextInt(3) == 0) {
            wish.elsewhere();
        }
        if (!scene.queue().contains(owner)) {
            wish.waiting().priority(Priority.values()[random.nextInt(4)]);
        }
        scene.ask(wish);
        // Whoever has joined looks once more: its wait may let someone else pass by rule 2.
        scene.settle();
    }

    private static void timePasses(Scene scene, Random random) {
        scene.pass(Duration.ofSeconds(random.nextInt(20)));
        scene.keptWaiters().stream().filter(waiter -> random.nextInt(4) > 0).forEach(scene::touch);
        scene.sweep();
    }

    private static Quarantine quarantine(Random random) {
        return random.nextBoolean() ? Quarantine.usual() : new Quarantine.Skipped();
    }

    private static <T> List<T> oneOf(List<T> some, Random random) {
        return some.isEmpty() ? List.of() : List.of(some.get(random.nextInt(some.size())));
    }
}
