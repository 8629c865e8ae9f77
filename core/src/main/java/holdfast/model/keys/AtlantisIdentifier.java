package holdfast.model.keys;

import holdfast.model.InvalidRequestException;
import holdfast.model.Resource;
import holdfast.model.SubPath;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A structured identifier of the Atlantis design. Each is a root of its own, and none covers another, except that all of type
 * {@code global} are one and the same: everything is one thing, and two locks on it must exclude each other. Its text is
 * {@code atlantis:{type}:{namespace}:{path}:{workspace}:{name}}, without the name if that is the path, and then without empty
 * parts at the end, as in {@code atlantis:project:acme/infra:network/vpc:production} or {@code atlantis:global}.
 *
 * @param namespace the repository
 */
public record AtlantisIdentifier(
        Type type, String namespace, String name, String workspace, String path) {
    /** The one that stands for everything, where nothing more is said. */
    public static final AtlantisIdentifier GLOBAL =
            new AtlantisIdentifier(Type.GLOBAL, "", "", "", "");

    private static final String MARK = Namespace.ATLANTIS.marks().get(0);
    private static final int PARTS_MAX = 5;
    private static final String EMPTY = "-"; // a root has no empty segments

    public AtlantisIdentifier {
        namespace = Escapes.composed(namespace);
        name = Escapes.composed(name);
        workspace = Escapes.composed(workspace);
        path = Escapes.composed(path);
    }

    /** What is identified. */
    public enum Type {
        PROJECT,
        WORKSPACE,
        /** Everything: its lock is a freeze that exempts its owner. */
        GLOBAL,
        CUSTOM;

        /** As other programs write it. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        public static Type of(String word) {
            return find(word)
                    .orElseThrow(() ->
                            new InvalidRequestException(
                                    "unknown type "
                                            + Escapes.shown(word)
                                            + ": expected project, workspace, global or custom"));
        }

        private static Optional<Type> find(String word) {
            return Arrays.stream(values()).filter(type -> type.word().equals(word)).findFirst();
        }
    }

    /** Reads what {@link #text} writes. */
    public static AtlantisIdentifier parse(String text) {
        return find(text)
                .orElseThrow(() ->
                        new InvalidRequestException(
                                "expected atlantis:{type}:{namespace}:{path}:{workspace}:{name}, the type"
                                        + " project, workspace, global or custom, parts without colons"));
    }

    private static Optional<AtlantisIdentifier> find(String text) {
        if (!text.startsWith(MARK)) {
            return Optional.empty();
        }
        String[] written = text.substring(MARK.length()).split(":", -1);
        if (written.length > PARTS_MAX) {
            return Optional.empty();
        }
        List<String> parts = new ArrayList<>(Collections.nCopies(PARTS_MAX, ""));
        for (int i = 0; i < written.length; i++) {
            parts.set(i, Escapes.decoded(written[i]));
        }
        String path = parts.get(2);
        String name = written.length == PARTS_MAX ? parts.get(4) : path;
        return Type.find(parts.get(0))
                .map(type -> new AtlantisIdentifier(type, parts.get(1), name, parts.get(3), path));
    }

    /** The identifier whose root this is, if any. */
    public static Optional<AtlantisIdentifier> of(Resource resource) {
        if (!Namespace.ATLANTIS.contains(resource.root())) {
            return Optional.empty();
        }
        List<String> segments = Namespace.ATLANTIS.segmentsIn(resource.root());
        if (segments.equals(GLOBAL.segments()) && resource.path().isWhole()) {
            return Optional.of(globalOf(resource.originalKey()));
        }
        if (segments.size() < 4 || segments.size() > 5) {
            return Optional.empty();
        }
        List<String> parts = segments.stream().map(AtlantisIdentifier::part).toList();
        return Type.find(segments.get(0))
                .map(type ->
                        new AtlantisIdentifier(
                                type,
                                parts.get(1),
                                parts.get(parts.size() == 5 ? 4 : 2),
                                parts.get(3),
                                parts.get(2)))
                // A root that only looks like an identifier's is nobody's.
                .filter(found -> found.segments().equals(segments) && resource.path().isWhole());
    }

    /** Which of the global ones it is, only the key knows. */
    private static AtlantisIdentifier globalOf(@Nullable String key) {
        return Optional.ofNullable(key)
                .flatMap(AtlantisIdentifier::find)
                .filter(found -> found.type == Type.GLOBAL)
                .orElse(GLOBAL);
    }

    public Resource resource() {
        return new Resource(Namespace.ATLANTIS.root(segments()), SubPath.WHOLE, text());
    }

    private List<String> segments() {
        if (type == Type.GLOBAL) {
            return List.of(type.word());
        }
        Stream<String> parts = Stream.of(namespace, path, workspace);
        Stream<String> named = name.equals(path) ? parts : Stream.concat(parts, Stream.of(name));
        return Stream.concat(Stream.of(type.word()), named.map(AtlantisIdentifier::segment))
                .toList();
    }

    public String text() {
        List<String> parts = new ArrayList<>(List.of(type.word(), namespace, path, workspace));
        if (!name.equals(path)) {
            parts.add(name);
        } else {
            while (parts.get(parts.size() - 1).isEmpty()) {
                parts.remove(parts.size() - 1);
            }
        }
        return MARK
                + String.join(":", parts.stream().map(part -> Escapes.without(':', part)).toList());
    }

    /**
     * The key under which older versions lock the same thing: {@code {repository}/{path}/{workspace}}. Several identifiers may
     * have the same one, so that it is another resource: who must exclude older versions as well takes both locks.
     */
    public String legacyKey() {
        return namespace + "/" + path + "/" + workspace;
    }

    @Override
    public String toString() {
        return text();
    }

    private static String segment(String part) {
        return switch (part) {
            case "" -> EMPTY;
            case EMPTY -> Escapes.disguised(EMPTY);
            default -> Escapes.segment(part);
        };
    }

    private static String part(String segment) {
        return segment.equals(EMPTY) ? "" : Escapes.decoded(segment);
    }
}
