package holdfast.state;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What is known of a pointer that is damaged or lost: what its copy says, or else what the records tell. */
final class LostPointer {
    private final Pointers pointers;
    private final Records records;

    LostPointer(Pointers pointers, Records records) {
        this.pointers = pointers;
        this.records = records;
    }

    /** @param chosen a version that people say was current; null if they say nothing */
    Pointer of(StateName name, @Nullable StateVersion chosen) {
        return pointers.lastKnown(name).orElseGet(() -> byRecords(name, chosen));
    }

    /** Counts on above all records. The newest may be a save that died: only one that another was built on was surely current. */
    private Pointer byRecords(StateName name, @Nullable StateVersion chosen) {
        List<StateVersion> newestFirst =
                records.ids(Shelf.HISTORY, name).reversed().stream()
                        .flatMap(id -> records.readable(Shelf.HISTORY, name, id).stream())
                        .toList();
        Set<String> builtOn =
                newestFirst.stream()
                        .map(StateVersion::previous)
                        .filter(Objects::nonNull)
                        .collect(Collectors.toSet());
        Optional<StateVersion> current =
                newestFirst.stream()
                        .filter(version -> builtOn.contains(version.id()) || version.equals(chosen))
                        .findFirst();
        return new Pointer(
                newestFirst.stream()
                        .map(StateVersion::number)
                        .max(Comparator.naturalOrder())
                        .orElse(0L),
                current.orElse(null),
                current.map(StateVersion::id).orElse(null),
                Map.of(),
                null,
                List.of(),
                newestFirst.stream()
                        .findFirst()
                        .map(version -> version.facts().get(Bodies.KEY))
                        .orElse(null));
    }
}
