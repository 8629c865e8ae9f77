package holdfast.model.keys;

import holdfast.model.Root;
import java.util.List;

/** First segments of roots that are kept for the keys of other designs, and the marks by which such keys are known. */
enum Namespace {
    SERVICE("_service"),
    DATABASE("_db"),
    ATLANTIS("_atlantis");

    /** Roots of stacks have no namespace: they are what people lock by Holdfast's own names. */
    static final String STACK_MARK = "stack:";

    private final String segment;

    Namespace(String segment) {
        this.segment = segment;
    }

    /** What a key begins with, in the spelling that is written first. */
    List<String> marks() {
        return switch (this) {
            case SERVICE -> List.of("service:", "status:lock:");
            case DATABASE -> List.of("LOCK#DB#");
            case ATLANTIS -> List.of("atlantis:");
        };
    }

    boolean marks(String text) {
        for (String mark : marks()) {
            if (text.startsWith(mark)) {
                return true;
            }
        }
        return false;
    }

    /** The root of this namespace with these further segments. */
    Root root(List<String> segments) {
        return new Root(segment + "/" + String.join("/", segments));
    }

    boolean contains(Root root) {
        return isAbove(root.text());
    }

    /** The segments of a root of this namespace after the first. */
    List<String> segmentsIn(Root root) {
        List<String> segments = root.segments();
        return segments.subList(1, segments.size());
    }

    private boolean isAbove(String root) {
        return root.startsWith(segment)
                && (root.length() == segment.length() || root.charAt(segment.length()) == '/');
    }

    /** A root that lies in no namespace and reads like no marked key, whatever its text. */
    static Root outside(String root) {
        return new Root(isTaken(root) ? Escapes.disguised(root) : root);
    }

    private static boolean isTaken(String root) {
        for (Namespace namespace : values()) {
            if (namespace.isAbove(root) || namespace.marks(root)) {
                return true;
            }
        }
        return root.startsWith(STACK_MARK);
    }
}
