package holdfast.access;

import holdfast.model.InvalidRequestException;
import holdfast.model.Prefix;
import holdfast.model.Resource;
import java.util.Set;
import java.util.stream.Collectors;

/** A role below some prefixes. */
public record Grant(Role role, Set<Prefix> prefixes) {
    private static final int PREFIXES_MAX = 100;

    public Grant {
        prefixes = Set.copyOf(prefixes);
        if (prefixes.isEmpty()) {
            throw new InvalidRequestException("a role needs a prefix below which it holds");
        }
        if (prefixes.size() > PREFIXES_MAX) {
            throw new InvalidRequestException(
                    "a role has " + prefixes.size() + " prefixes, the limit is " + PREFIXES_MAX);
        }
    }

    public static Grant everywhere(Role role) {
        return new Grant(role, Set.of(Prefix.EVERYTHING));
    }

    boolean covers(Prefix wanted) {
        return prefixes.stream().anyMatch(prefix -> covers(prefix, wanted));
    }

    private static boolean covers(Prefix prefix, Prefix wanted) {
        return prefix.equals(Prefix.EVERYTHING)
                || (!wanted.equals(Prefix.EVERYTHING)
                        && prefix.covers(Resource.parse(wanted.text())));
    }

    /** As in {@code operator below shop/production}. */
    @Override
    public String toString() {
        return prefixes.contains(Prefix.EVERYTHING)
                ? role.word()
                : role.word() + " below " + places();
    }

    String places() {
        return prefixes.stream().map(Prefix::toString).sorted().collect(Collectors.joining(", "));
    }
}
