package holdfast.simulation;

import holdfast.model.Freeze;
import holdfast.model.Owner;
import holdfast.model.Resource;
import holdfast.model.StoreTime;
import java.util.ArrayList;
import java.util.List;

/** All freezes that there ever were, with the checker's own reading of whom they stop. */
final class FreezeRecord {
    private static final long LIST_AGE_MAX = 1_000_000_000L;

    private final List<Span> spans = new ArrayList<>();

    /** A freeze and when it really ended. */
    private static final class Span {
        private final Freeze freeze;
        private long end;

        private Span(Freeze freeze) {
            this.freeze = freeze;
            this.end = freeze.until().epochNanos();
        }

        private boolean concerns(Owner owner, Resource resource) {
            return !freeze.exempt().contains(owner.id().text())
                    && !freeze.exempt().contains(owner.name())
                    && touches(freeze.prefix().text(), resource);
        }

        private static boolean touches(String prefix, Resource resource) {
            if (prefix.isEmpty()) {
                return true;
            }
            return prefix.contains("//")
                    ? Judgement.overlap(Resource.parse(prefix), resource)
                    : (resource.root().text() + "/").startsWith(prefix + "/");
        }
    }

    void placed(Freeze freeze) {
        spans.add(new Span(freeze));
    }

    void lifted(String id, StoreTime now) {
        for (Span span : spans) {
            if (span.freeze.id().equals(id)) {
                span.end = Math.min(span.end, now.epochNanos());
            }
        }
    }

    /** The store has lost them; who has seen them before goes by its list until it looks again. */
    void lost(StoreTime now) {
        for (Span span : spans) {
            span.end = Math.min(span.end, now.epochNanos());
        }
    }

    /** Whether a freeze that everybody must know by now stops the owner. */
    boolean stops(Owner owner, Resource resource, StoreTime now) {
        return spans.stream()
                .anyMatch(span ->
                        span.freeze.since().epochNanos() + LIST_AGE_MAX < now.epochNanos()
                                && now.epochNanos() < span.end
                                && span.concerns(owner, resource));
    }

    /** Whether a freeze that stops others there lets this owner pass: it may stand hidden behind those who are stopped. */
    boolean mayHaveExempted(Owner owner, Resource resource, Transition during) {
        return spans.stream()
                .anyMatch(span ->
                        span.freeze.since().epochNanos() <= during.now().epochNanos()
                                && during.seen().epochNanos() - LIST_AGE_MAX <= span.end
                                && Span.touches(span.freeze.prefix().text(), resource)
                                && !span.concerns(owner, resource));
    }

    /** Whether someone who decided in between may have had a list with a freeze that stops the owner. */
    boolean mayHaveStopped(Owner owner, Resource resource, Transition during) {
        return spans.stream()
                .anyMatch(span ->
                        span.freeze.since().epochNanos() <= during.now().epochNanos()
                                && during.seen().epochNanos() - LIST_AGE_MAX <= span.end
                                && span.concerns(owner, resource));
    }
}
