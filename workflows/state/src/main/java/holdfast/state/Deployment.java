package holdfast.state;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A deployment that the state of a stack tells of. */
public final class Deployment {
    private final Map<String, @Nullable Object> members;

    private Deployment(Map<String, @Nullable Object> members) {
        this.members = members;
    }

    /**
     * All that a state tells of, in its order, which is newest first.
     *
     * @throws holdfast.model.InvalidRequestException if this is no state of a stack
     */
    public static List<Deployment> in(byte[] state) {
        return StateDocument.parse(state).history().stream().map(Deployment::new).toList();
    }

    /** What a member says, in one line; empty if there is none. */
    public String text(String member) {
        return switch (members.get(member)) {
            case null -> "";
            case String text -> text;
            case Object other -> new String(JsonTree.canonical(other), StandardCharsets.UTF_8);
        };
    }

    /** As the state has it, without white space. */
    public String json() {
        return JsonTree.compact(members);
    }
}
