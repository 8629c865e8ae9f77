package holdfast.model.keys;

import holdfast.model.InvalidRequestException;
import holdfast.model.Resource;
import java.util.Optional;

/** Reads whatever people and programs name a resource by. */
public final class Keys {
    private Keys() {}

    /**
     * The resource that the text names: as a key of another design if it begins like one ({@code stack:}, {@code service:},
     * {@code status:lock:}, {@code LOCK#DB#}, {@code atlantis:}), otherwise as Holdfast's own {@code root} or {@code root//path}.
     * A text that begins like a key and is none is an error: read as a root, it would lock nothing that anyone else locks.
     */
    public static Resource parse(String text) {
        return KeyFormat.marking(text)
                .map(format -> format.parse(text))
                .orElseGet(() -> Resource.parse(text));
    }

    /** How to show a resource so that {@link #parse} finds it again: by the key it was made from, if that does. */
    public static String spelling(Resource resource) {
        String shown = resource.displayName();
        // Not every key is known by its look: 'a//b' as another design's name is not our path b.
        return reads(shown, resource) ? shown : resource.text();
    }

    private static boolean reads(String text, Resource resource) {
        try {
            return parse(text).equals(resource);
        } catch (InvalidRequestException unreadable) {
            return false;
        }
    }

    /** Whether the resource is everything, as a lock of type {@code global} of the Atlantis design means it. */
    public static boolean isGlobal(Resource resource) {
        Optional<AtlantisIdentifier> identifier = AtlantisIdentifier.of(resource);
        return identifier.isPresent() && identifier.get().type() == AtlantisIdentifier.Type.GLOBAL;
    }
}
