package holdfast.metrics;

import io.micrometer.core.instrument.AbstractDistributionSummary;
import io.micrometer.core.instrument.AbstractMeter;
import io.micrometer.core.instrument.AbstractTimer;
import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.distribution.NoopHistogram;
import io.micrometer.core.instrument.distribution.pause.PauseDetector;
import java.util.concurrent.TimeUnit;

/** A meter whose values are taken out of it to be sent. Safe for use by many threads. */
sealed interface Taken {
    /** What was measured since the last time. */
    Spread take();

    /** Values together: how many, their sum, the smallest and the largest. */
    record Spread(double count, double sum, double min, double max) {
        static final Spread NONE =
                new Spread(0, 0, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY);

        boolean isEmpty() {
            return count == 0;
        }

        Spread with(double value) {
            return and(new Spread(1, value, value, value));
        }

        Spread and(Spread other) {
            return new Spread(
                    count + other.count,
                    sum + other.sum,
                    Math.min(min, other.min),
                    Math.max(max, other.max));
        }

        Spread dividedBy(long divisor) {
            return new Spread(count, sum / divisor, min / divisor, max / divisor);
        }
    }

    /** What came since somebody took it. */
    final class Box {
        private Spread spread = Spread.NONE;

        synchronized void put(double value) {
            spread = spread.with(value);
        }

        synchronized Spread take() {
            Spread taken = spread;
            spread = Spread.NONE;
            return taken;
        }

        synchronized Spread look() {
            return spread;
        }
    }

    /** How often something happened; its sum is what counts. */
    final class Count extends AbstractMeter implements Counter, Taken {
        private final Box box = new Box();

        Count(Meter.Id id) {
            super(id);
        }

        @Override
        public void increment(double amount) {
            box.put(amount);
        }

        @Override
        public double count() {
            return box.look().sum();
        }

        @Override
        public Spread take() {
            return box.take();
        }
    }

    /** How long something took, in nanoseconds. */
    final class Times extends AbstractTimer implements Taken {
        private final Box box = new Box();

        Times(Meter.Id id, Clock clock, PauseDetector pauseDetector) {
            super(id, clock, pauseDetector, TimeUnit.MILLISECONDS, NoopHistogram.INSTANCE);
        }

        @Override
        protected void recordNonNegative(long amount, TimeUnit unit) {
            box.put((double) unit.toNanos(amount));
        }

        @Override
        public long count() {
            return (long) box.look().count();
        }

        @Override
        public double totalTime(TimeUnit unit) {
            return box.look().sum() / unit.toNanos(1);
        }

        @Override
        public double max(TimeUnit unit) {
            return Math.max(0, box.look().max()) / unit.toNanos(1);
        }

        @Override
        public Spread take() {
            return box.take();
        }
    }

    /** How much something was. */
    final class Amounts extends AbstractDistributionSummary implements Taken {
        private final Box box = new Box();

        Amounts(Meter.Id id, double scale) {
            super(id, scale, NoopHistogram.INSTANCE);
        }

        @Override
        protected void recordNonNegative(double amount) {
            box.put(amount);
        }

        @Override
        public long count() {
            return (long) box.look().count();
        }

        @Override
        public double totalAmount() {
            return box.look().sum();
        }

        @Override
        public double max() {
            return Math.max(0, box.look().max());
        }

        @Override
        public Spread take() {
            return box.take();
        }
    }
}
