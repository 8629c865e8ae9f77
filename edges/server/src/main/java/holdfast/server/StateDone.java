package holdfast.server;

import java.util.Locale;

/** What can be done to a state, once it is done. */
enum StateDone {
    PUSHED,
    IMPORTED,
    RESTORED,
    REMOVED;

    /** As an answer says it. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** As the trail and webhooks call it. */
    String event() {
        return "state." + word();
    }
}
