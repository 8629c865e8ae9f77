package holdfast.notify;

import holdfast.engine.LockEvent;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** All that webhooks can be told of. */
final class KnownEvents {
    private static final List<String> NAMES =
            Stream.concat(
                            Stream.of(LockEvent.Type.values()).map(KnownEvents::of),
                            Stream.of(
                                    "freeze.placed",
                                    "freeze.lifted",
                                    "state.pushed",
                                    "state.imported",
                                    "state.restored",
                                    "state.removed",
                                    "state.alarm",
                                    "state.written_late",
                                    "state.written_unlocked",
                                    "state.write_refused"))
                    .toList();

    private KnownEvents() {}

    /** What an event of an engine is called. */
    static String of(LockEvent.Type type) {
        return "lock." + type.name().toLowerCase(Locale.ROOT);
    }

    static boolean has(String event) {
        return NAMES.contains(event);
    }

    /** Whether an event, or the beginning of some, can be asked for. */
    static boolean isAskedFor(String wanted) {
        return NAMES.stream().anyMatch(event -> isMeant(wanted, event));
    }

    /** Whether who names the one is told of the other: by its name, or by its beginning up to a dot. */
    static boolean isMeant(String wanted, String event) {
        return event.equals(wanted) || event.startsWith(wanted + ".");
    }

    static String inWords() {
        return String.join(", ", NAMES) + ", or lock, freeze, state for all of them";
    }
}
