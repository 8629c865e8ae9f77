package holdfast.state;

import holdfast.store.DocumentKey;
import holdfast.store.DocumentStore;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Finds the states of one kind, with one look for each, however long their histories are. */
final class StateNames {
    /** Sorts behind every document of a state: no name in a state's folder begins with it. */
    private static final String END = "~~";

    private final DocumentStore documents;
    private final StateName.Kind kind;

    StateNames(DocumentStore documents, StateName.Kind kind) {
        this.documents = documents;
        this.kind = kind;
    }

    void forEach(Consumer<StateName> found) {
        String top = kind.folder() + "/";
        int segments = kind == StateName.Kind.STACK ? 2 : 1;
        @Nullable DocumentKey last = null;
        while (true) {
            List<DocumentKey> next = documents.list(top, last, 1);
            if (next.isEmpty()) {
                return;
            }
            List<String> parts = Arrays.asList(next.get(0).text().split("/"));
            if (parts.size() <= segments + 1) {
                last = next.get(0); // no document of a state
                continue;
            }
            Optional<StateName> name = StateName.in(kind, parts.subList(1, segments + 1));
            name.filter(this::isThere).ifPresent(found);
            last = new DocumentKey(String.join("/", parts.subList(0, segments + 1)) + "/" + END);
        }
    }

    /** Also one whose pointer is lost. */
    private boolean isThere(StateName state) {
        return documents.get(Pointers.key(state)).isPresent()
                || Pointers.hasHistory(documents, state);
    }
}
