package holdfast.server;

import holdfast.model.InvalidRequestException;
import holdfast.model.Resource;
import holdfast.model.keys.Keys;
import io.helidon.common.uri.UriQuery;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The parameters after the question mark. An unknown one is refused, and so is one that is given twice. */
final class Query {
    private final UriQuery query;
    private final Set<String> asked = new HashSet<>();

    Query(UriQuery query) {
        this.query = query;
    }

    Optional<String> text(String name) {
        asked.add(name);
        List<String> values = query.contains(name) ? query.all(name) : List.of();
        if (values.size() > 1) {
            throw new InvalidRequestException("parameter '" + name + "' is given twice");
        }
        return values.stream().findFirst();
    }

    Optional<Resource> resource() {
        return text("resource").map(Keys::parse);
    }

    Resource requiredResource() {
        return resource()
                .orElseThrow(() ->
                        new InvalidRequestException(
                                "name the resource of the request: ?resource=RESOURCE"));
    }

    int number(String name, int usual, int most) {
        return text(name)
                .map(text -> {
                    try {
                        int number = Integer.parseInt(text);
                        if (number >= 1 && number <= most) {
                            return number;
                        }
                    } catch (NumberFormatException e) {
                        // Refused below, like a number out of bounds.
                    }
                    throw new InvalidRequestException(
                            "parameter '" + name + "' is not a number from 1 to " + most);
                })
                .orElse(usual);
    }

    <E extends Enum<E>> Optional<E> word(String name, Class<E> type) {
        return text(name).map(text -> Fields.word(name, text, type));
    }

    /** To be called when everything has been asked for. */
    void end() {
        if (asked.containsAll(query.names())) {
            return;
        }
        var unknown = new TreeSet<>(query.names());
        unknown.removeAll(asked);
        throw new InvalidRequestException(
                "unknown parameter '"
                        + unknown.first()
                        + "'; "
                        + (asked.isEmpty()
                                ? "this path takes none"
                                : "known are " + new TreeSet<>(asked)));
    }
}
