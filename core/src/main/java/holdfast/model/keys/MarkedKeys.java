package holdfast.model.keys;

import holdfast.model.InvalidRequestException;
import holdfast.model.Resource;
import holdfast.model.SubPath;
import java.util.List;

/** Keys of a mark and an opaque id: one root for each id. The namespace's first mark is the one that is written. */
final class MarkedKeys implements KeyCodec {
    private final Namespace namespace;

    MarkedKeys(Namespace namespace) {
        this.namespace = namespace;
    }

    @Override
    public Resource resource(String key) {
        for (String mark : namespace.marks()) {
            if (key.startsWith(mark) && key.length() > mark.length()) {
                String id = Escapes.segment(key.substring(mark.length()));
                return new Resource(namespace.root(List.of(id)), SubPath.WHOLE);
            }
        }
        throw new InvalidRequestException(
                "expected an id after " + String.join(" or ", namespace.marks()));
    }

    @Override
    public String key(Resource resource) {
        String ids = String.join("/", namespace.segmentsIn(resource.root()));
        return namespace.marks().get(0) + Escapes.decoded(ids);
    }
}
