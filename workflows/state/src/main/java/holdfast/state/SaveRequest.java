package holdfast.state;

import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One wish to save.
 *
 * @param operation what is going on, for the history: save, apply, restore
 * @param facts what the history should know beside it
 */
public record SaveRequest(
        Writer writer,
        Base base,
        WhenRefused whenRefused,
        String operation,
        Map<String, String> facts) {
    public SaveRequest {
        facts = Map.copyOf(facts);
    }

    public static SaveRequest of(Writer writer, Base base) {
        return new SaveRequest(writer, base, WhenRefused.DROP, "save", Map.of());
    }

    public SaveRequest during(String other) {
        return new SaveRequest(writer, base, whenRefused, other, facts);
    }

    public SaveRequest with(Map<String, String> others) {
        return new SaveRequest(writer, base, whenRefused, operation, others);
    }

    public SaveRequest on(Base other) {
        return new SaveRequest(writer, other, whenRefused, operation, facts);
    }

    /** A refused body is kept as an orphan, for people to recover. */
    public SaveRequest keepingWhatIsRefused() {
        return new SaveRequest(writer, base, WhenRefused.KEEP, operation, facts);
    }

    /** What becomes of a body that may not be saved. */
    public enum WhenRefused {
        DROP,
        /** It describes what really exists: people decide. */
        KEEP
    }

    /** What the state must still be. */
    public sealed interface Base {
        /** The version that was loaded. */
        record Loaded(String id) implements Base {}

        /** There was no state. */
        record Nothing() implements Base {}

        /** The writer has read nothing, or cannot say what: the stamp alone protects. */
        record Anything() implements Base {}

        /** Whatever may be replaced, as the writer says when it sees it. */
        record Where(Predicate<@Nullable StateVersion> mayBeReplaced) implements Base {}

        static Base of(@Nullable StateVersion loaded) {
            return loaded == null ? new Nothing() : new Loaded(loaded.id());
        }

        default boolean holds(@Nullable StateVersion current) {
            return switch (this) {
                case Loaded loaded -> current != null && current.id().equals(loaded.id());
                case Nothing nothing -> current == null;
                case Anything anything -> true;
                case Where where -> where.mayBeReplaced().test(current);
            };
        }
    }
}
