package holdfast.model;

import java.util.Map;

/**
 * The run that holds or waits.
 *
 * @param name what people call it; part of its lock ids
 * @param facts what is known about it: user, host, pid, ci_run, link
 */
public record Owner(OwnerId id, String name, Map<String, String> facts) {
    public static final int NAME_LENGTH_MAX = 120;
    private static final int FACTS_MAX = 16;
    private static final int FACT_LENGTH_MAX = 500;

    public Owner {
        name = Names.checked("owner name", name, NAME_LENGTH_MAX);
        facts = Texts.checked("owner facts", facts, FACTS_MAX, FACT_LENGTH_MAX);
    }

    public Owner(OwnerId id, String name) {
        this(id, name, Map.of());
    }

    /** Two descriptions of one run are the same owner. */
    public boolean is(Owner other) {
        return id.equals(other.id);
    }

    @Override
    public String toString() {
        return name + " (" + id + ")";
    }
}
