package holdfast.simulation;

import java.util.List;
import java.util.Random;

/** The one source of all that is left to chance in a run. */
final class Chance {
    private final Random random;

    Chance(long seed) {
        this.random = new Random(seed * 0x9E3779B97F4A7C15L + 0x632BE59BD9B4E019L);
    }

    long next() {
        return random.nextLong();
    }

    /** From 0 to the bound less one. */
    int below(int bound) {
        return random.nextInt(bound);
    }

    long between(long least, long most) {
        return least + Math.floorMod(random.nextLong(), most - least + 1);
    }

    boolean percent(double percent) {
        return random.nextDouble() * 100 < percent;
    }

    <T> T oneOf(List<T> choices) {
        return choices.get(below(choices.size()));
    }
}
