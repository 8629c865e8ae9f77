package holdfast.terraform;

import holdfast.state.StateName;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Is told of what people will want to know of afterwards, beside the locks that were taken and given back. */
public interface Witness {
    /** Writes nothing down. */
    Witness NONE =
            new Witness() {
                @Override
                public void before(List<Act> acts) {}

                @Override
                public void after(Act act) {}
            };

    /**
     * Writes down what is about to be done, all of it for good before this returns.
     *
     * @throws Unwritten if some of it could not be written: then nothing of it is done
     */
    void before(List<Act> acts);

    /** One at a time. See {@link #before(List)}. */
    default void before(Act act) {
        before(List.of(act));
    }

    /** Writes down what was done. Never fails: it has been done already. */
    void after(Act act);

    /**
     * What somebody does.
     *
     * @param event such as {@code state.written_late}
     * @param lock null if it concerns none
     * @param by who does it
     */
    record Act(
            String event,
            StateName state,
            @Nullable String lock,
            String by,
            Map<String, String> facts) {
        public Act {
            facts = Map.copyOf(facts);
        }
    }

    /** It could not be written down. */
    final class Unwritten extends RuntimeException {
        private static final long serialVersionUID = 1;

        public Unwritten(String message) {
            super(message, null, false, false);
        }
    }
}
