package holdfast.bench;

import java.util.Arrays;
import java.util.Locale;

/** Prints what several rounds measured: the median and the spread. */
final class Rounds {
    private Rounds() {}

    /** One measurement, in whatever unit the caller prints. */
    interface Measurement {
        double take() throws Exception;
    }

    static double[] of(int rounds, Measurement measurement) throws Exception {
        double[] values = new double[rounds];
        for (int i = 0; i < rounds; i++) {
            values[i] = measurement.take();
        }
        return values;
    }

    static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    static String show(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return String.format(
                Locale.ROOT,
                "%,.2f (%,.2f to %,.2f)",
                median(values),
                sorted[0],
                sorted[sorted.length - 1]);
    }

    static void say(String format, Object... values) {
        System.out.printf(Locale.ROOT, format + "%n", values);
    }

    static long percentile(long[] sorted, double fraction) {
        return sorted[(int) Math.min(sorted.length - 1L, Math.round(sorted.length * fraction))];
    }
}
