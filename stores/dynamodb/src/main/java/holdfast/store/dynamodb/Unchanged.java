package holdfast.store.dynamodb;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The condition that a root's item is still the one that was read. Ours has a new revision with every write; that of another tool
 * changes its lock id, its end or its heartbeat.
 */
record Unchanged(String expression, Map<String, String> names, Map<String, AttributeValue> values) {
    private static final List<String> OF_OTHERS =
            List.of(RootItems.REVISION, RootItems.LOCK, RootItems.EXPIRES, "lastHeartbeat");

    private static final List<String> WHERE_SOMEBODY_WAITS =
            List.of(RootItems.REVISION, RootItems.EXPIRES);

    private static List<String> marks(RootItem item) {
        if (item.foreign() != null) {
            return OF_OTHERS;
        }
        // Who lets a place last longer may move the end of the item, and nothing else.
        return item.numbers().waiting() > 0 ? WHERE_SOMEBODY_WAITS : List.of(RootItems.REVISION);
    }

    static Unchanged since(RootItem item) {
        Map<String, AttributeValue> raw = item.raw();
        if (raw.isEmpty()) {
            return new Unchanged(
                    "attribute_not_exists(#key)", Map.of("#key", RootItems.KEY), Map.of());
        }
        List<String> marks = marks(item);
        var parts = new ArrayList<String>();
        var names = new HashMap<String, String>();
        var values = new HashMap<String, AttributeValue>();
        for (String mark : marks) {
            names.put("#" + mark, mark);
            AttributeValue value = raw.get(mark);
            if (value == null) {
                parts.add("attribute_not_exists(#" + mark + ")");
            } else {
                parts.add("#" + mark + " = :" + mark);
                values.put(":" + mark, value);
            }
        }
        if (raw.size() == 1) {
            // Nothing but its key: at least it must be there.
            parts.add("attribute_exists(#key)");
            names.put("#key", RootItems.KEY);
        }
        return new Unchanged(String.join(" AND ", parts), names, values);
    }
}
