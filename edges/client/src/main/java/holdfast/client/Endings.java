package holdfast.client;

import holdfast.model.Ending;
import holdfast.model.ErrorCode;
import holdfast.model.Explanation;
import holdfast.model.Owner;
import holdfast.model.OwnerId;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * How a lock ended: who took it away and why, or to whom it went, as the server says it; of other endings what {@link Explanation} made of
 * them, which said again in words is the same.
 */
final class Endings {
    private static final String WAITS_FOR = " waits for ";
    private static final String IS_OVER = " is over: ";

    private static final List<Ending> PLAIN =
            List.of(new Ending.Released(), new Ending.Expired(), new Ending.Unconfirmed());

    private static final Map<String, Function<String, Ending>> WITH_MORE =
            Map.of(
                    "it was force-unlocked by ", Endings::forced,
                    "it was transferred to ", Endings::transferred,
                    "it was withdrawn: ", Ending.Cancelled::new,
                    "it was aborted to end a deadlock: ", Endings::aborted);

    private Endings() {}

    /** Of a problem that is about a lock or a request; null if the server knows of no ending. */
    static @Nullable Ending of(Fields problem) {
        Optional<String> by = problem.maybe("ended_by");
        if (by.isPresent()) {
            return new Ending.Forced(by.get(), problem.maybe("ended_reason").orElse(""));
        }
        Optional<String> to = problem.maybe("ended_to_id");
        if (to.isPresent()) {
            return new Ending.Transferred(
                    new Owner(new OwnerId(to.get()), problem.maybe("ended_to").orElse(to.get())));
        }
        Optional<String> because = problem.maybe("ended_because");
        if (because.isPresent()) {
            return said(because.get());
        }
        String detail = problem.maybe("detail").orElse("");
        int at = detail.indexOf(IS_OVER);
        if (at >= 0) {
            return said(detail.substring(at + IS_OVER.length()));
        }
        return problem.maybe("code").filter(ErrorCode.LOCK_EXPIRED.name()::equals).isPresent()
                ? new Ending.Expired()
                : null;
    }

    static Ending said(String text) {
        for (Ending ending : PLAIN) {
            if (Explanation.of(ending).equals(text)) {
                return ending;
            }
        }
        for (var entry : WITH_MORE.entrySet()) {
            if (text.startsWith(entry.getKey())) {
                return entry.getValue().apply(text.substring(entry.getKey().length()));
            }
        }
        // A newer server may know more ways to end.
        return new Ending.Cancelled(text);
    }

    private static Ending forced(String byAndWhy) {
        int colon = byAndWhy.indexOf(": ");
        return colon < 0
                ? new Ending.Forced(byAndWhy, "")
                : new Ending.Forced(byAndWhy.substring(0, colon), byAndWhy.substring(colon + 2));
    }

    private static Ending transferred(String name) {
        return new Ending.Transferred(new Owner(new OwnerId("not-told"), name));
    }

    /** The first is named once more at the end. */
    private static Ending aborted(String text) {
        List<String> names = Arrays.asList(text.split(WAITS_FOR, -1));
        return new Ending.Aborted(
                names.subList(0, Math.max(0, names.size() - 1)).stream()
                        .map(OwnerId::new)
                        .toList());
    }
}
