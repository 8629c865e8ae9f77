package holdfast.model.keys;

import holdfast.model.InvalidRequestException;
import holdfast.model.Resource;
import holdfast.model.SubPath;

/**
 * Keys that carry no mark of their design: a root with the same text. Whoever locks the text in whatever way locks the same
 * thing; the same text for two locks would be two runs that each believe to be alone.
 */
final class PlainKeys implements KeyCodec {
    private final int slashesMin;
    private final String form;

    /**
     * @param slashesMin how many slashes a key has at least
     * @param form what to tell whoever gives fewer
     */
    PlainKeys(int slashesMin, String form) {
        this.slashesMin = slashesMin;
        this.form = form;
    }

    @Override
    public Resource resource(String key) {
        if (key.chars().filter(c -> c == '/').count() < slashesMin) {
            throw new InvalidRequestException("expected " + form);
        }
        return new Resource(Namespace.outside(Escapes.segments(key)), SubPath.WHOLE);
    }

    @Override
    public String key(Resource resource) {
        return Escapes.decoded(resource.root().text());
    }
}
