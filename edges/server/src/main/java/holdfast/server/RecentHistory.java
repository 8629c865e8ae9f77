package holdfast.server;

import holdfast.model.Resource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The little that a server remembers by itself. */
final class RecentHistory implements History {
    private final EventLog log;

    RecentHistory(EventLog log) {
        this.log = log;
    }

    @Override
    public List<Entry> of(Resource resource, int limit) {
        return log.latest().stream()
                .filter(happening -> happening.resource().overlaps(resource))
                .limit(limit)
                .map(RecentHistory::entry)
                .toList();
    }

    private static Entry entry(Happening happening) {
        Map<String, String> details = new HashMap<>();
        details.put("owner_id", happening.ownerId().text());
        if (happening.token() != null) {
            details.put("token", happening.token().toString());
        }
        if (!happening.detail().isEmpty()) {
            details.put("detail", happening.detail());
        }
        return new Entry(
                happening.at().instant(),
                happening.type(),
                happening.resource().text(),
                happening.owner(),
                happening.lock() == null ? null : happening.lock().text(),
                details);
    }

    @Override
    public String kept() {
        return "the latest 10,000 events of this server since its start";
    }
}
