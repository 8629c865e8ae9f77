package holdfast.bench;

import java.util.function.DoublePredicate;

/** A goal beside the figure that it is about; the median decides. */
final class Goal {
    private Goal() {}

    static void atMost(double limit, String what, double[] values) {
        say(what, values, median -> median <= limit, "at most " + limit);
    }

    static void below(double limit, String what, double[] values) {
        say(what, values, median -> median < limit, "below " + limit);
    }

    static void atLeast(double limit, String what, double[] values) {
        say(what, values, median -> median >= limit, "at least " + limit);
    }

    static void above(double limit, String what, double[] values) {
        say(what, values, median -> median > limit, "more than " + limit);
    }

    private static void say(String what, double[] values, DoublePredicate reached, String limit) {
        if (values.length == 0) {
            Rounds.say("GOAL %s: %s: no figure", what, limit);
            return;
        }
        Rounds.say(
                "GOAL %s: %s: %s   %s",
                what,
                limit,
                Rounds.show(values),
                reached.test(Rounds.median(values)) ? "reached" : "NOT reached");
    }
}
