package holdfast.server;

import holdfast.model.Prefix;
import holdfast.model.Resource;
import holdfast.model.Root;
import holdfast.model.Token;
import holdfast.store.HoldCursor;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Some of all roots, one after the other in their order, so that a list reads those and no others.
 *
 * @param begin how their names begin; empty for all roots
 */
record Stretch(String begin, Kind kind) {
    /** For so many a list jumps from one to the next; beyond that it reads all. */
    private static final int PREFIXES_MAX = 8;

    private static final String SLASH = "/";

    /** The last of all characters that a name may have. */
    private static final String LAST = ".\uDB40\uDDEF";

    /** What is meant by a name. */
    enum Kind {
        /** The root that has it. */
        ROOT,
        /** All whose names begin with it. */
        BEGINNING
    }

    static final Stretch EVERYTHING = new Stretch("", Kind.BEGINNING);

    static Stretch of(Root root) {
        return new Stretch(root.text(), Kind.ROOT);
    }

    /**
     * What is both wished and seen, in order.
     *
     * @param seen below which prefixes the reader may see anything
     */
    static List<Stretch> of(Collection<Prefix> seen, Prefix wished) {
        List<Prefix> both =
                seen.stream().flatMap(prefix -> both(prefix, wished).stream()).distinct().toList();
        List<Prefix> apart =
                both.stream()
                        .filter(prefix ->
                                both.stream()
                                        .noneMatch(other ->
                                                !other.equals(prefix) && covers(other, prefix)))
                        .toList();
        if (apart.size() > PREFIXES_MAX || apart.contains(Prefix.EVERYTHING)) {
            return List.of(EVERYTHING);
        }
        var stretches = new ArrayList<Stretch>();
        for (Prefix prefix : apart) {
            Resource named = Resource.parse(prefix.text());
            stretches.add(of(named.root()));
            if (named.path().isWhole()) {
                stretches.add(new Stretch(named.root().text() + SLASH, Kind.BEGINNING));
            }
        }
        return stretches.stream()
                .distinct()
                .sorted(Comparator.comparing(Stretch::begin, Stretch::inOrder))
                .toList();
    }

    private static Optional<Prefix> both(Prefix one, Prefix other) {
        return covers(one, other)
                ? Optional.of(other)
                : covers(other, one) ? Optional.of(one) : Optional.empty();
    }

    private static boolean covers(Prefix one, Prefix other) {
        return one.equals(Prefix.EVERYTHING)
                || (!other.equals(Prefix.EVERYTHING) && one.covers(Resource.parse(other.text())));
    }

    /** The order of code points, as that of roots. */
    private static int inOrder(String one, String other) {
        return Arrays.compareUnsigned(
                one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
    }

    /** Whether it is found by a list, and not by a look at one root. */
    boolean isOfMany() {
        return kind == Kind.BEGINNING;
    }

    boolean has(Root root) {
        return switch (kind) {
            case ROOT -> root.text().equals(begin);
            case BEGINNING -> root.text().startsWith(begin);
        };
    }

    /** Whether the root comes after all of these. */
    boolean isBefore(Root root) {
        return !has(root) && inOrder(begin, root.text()) < 0;
    }

    /**
     * After which a list that goes on there reads what is in this stretch: a place that is certainly not behind its first root, and hardly
     * before it.
     *
     * @param goesOn null from the start
     */
    @Nullable HoldCursor from(@Nullable HoldCursor goesOn) {
        if (begin.isEmpty()) {
            return goesOn;
        }
        if (goesOn != null && inOrder(begin, goesOn.root().text()) <= 0) {
            return goesOn;
        }
        if (kind == Kind.ROOT) {
            return new HoldCursor(new Root(begin), new Token(1));
        }
        // Between a root and what is below it are those that have another character after its name.
        String above = begin.substring(0, begin.length() - 1);
        boolean fits = above.length() + LAST.length() <= Root.LENGTH_MAX;
        return new HoldCursor(
                new Root(fits ? above + LAST : above), new Token(fits ? 1 : Long.MAX_VALUE));
    }
}
