package holdfast.metrics;

import holdfast.model.Resource;
import io.micrometer.core.instrument.Tags;
import java.util.List;

/**
 * Where a lock is, as labels tell it: the root without its last segment is the stack and that segment the environment; the path says whether it
 * is the stack, a service or a component that is locked.
 */
record Place(String stack, String environment, Level level) {
    private static final String NONE = "none";
    private static final String OTHER = "other";

    /** What is locked of a stack. */
    enum Level {
        STACK,
        SERVICE,
        COMPONENT
    }

    static Place of(Resource resource) {
        List<String> segments = resource.root().segments();
        Level level =
                switch (resource.path().segments().size()) {
                    case 0 -> Level.STACK;
                    case 1 -> Level.SERVICE;
                    default -> Level.COMPONENT;
                };
        return segments.size() == 1
                ? new Place(segments.getFirst(), NONE, level)
                : new Place(
                        String.join("/", segments.subList(0, segments.size() - 1)),
                        segments.getLast(),
                        level);
    }

    Place elsewhere() {
        return new Place(OTHER, OTHER, level);
    }

    /** Without the level. */
    Tags stackTags() {
        return Tags.of("stack", stack, "environment", environment);
    }

    Tags tags() {
        return stackTags().and("lock_level", level.name().toLowerCase(java.util.Locale.ROOT));
    }
}
