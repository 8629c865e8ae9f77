package holdfast.store.redis;

import holdfast.model.Ending;
import holdfast.model.Resource;
import holdfast.store.Change;
import holdfast.store.Commit;
import java.util.ArrayList;
import java.util.List;

/** What a commit means to those who listen to {@code atlantis:lock:acquired} and its like: the key of the lock, as they know it. */
final class AtlantisEvents {
    private static final String CHANNEL = "atlantis:lock:";

    private AtlantisEvents() {}

    /** What is said on a channel. */
    record Event(String channel, String key) {}

    static List<Event> of(Commit commit) {
        var events = new ArrayList<Event>();
        for (Change change : commit.changes()) {
            if (change instanceof Change.Grant grant) {
                add(events, "acquired", grant.draft().resource());
            } else if (change instanceof Change.Join join) {
                add(events, "queued", join.draft().claim().resource());
            } else if (change instanceof Change.End end) {
                add(events, word(end.ending()), end.hold().resource());
            }
        }
        return events;
    }

    private static String word(Ending ending) {
        return switch (ending) {
            case Ending.Released released -> "released";
            case Ending.Expired expired -> "expired";
            case Ending.Unconfirmed unconfirmed -> "expired";
            case Ending.Forced forced -> "forced";
            case Ending.Transferred transferred -> "transferred";
            case Ending.Cancelled cancelled -> "cancelled";
            case Ending.Aborted aborted -> "aborted";
        };
    }

    private static void add(List<Event> events, String word, Resource resource) {
        String key = resource.originalKey();
        events.add(
                new Event(
                        CHANNEL + word,
                        RedisSettings.ATLANTIS_PREFIX + (key == null ? resource.toString() : key)));
    }
}
