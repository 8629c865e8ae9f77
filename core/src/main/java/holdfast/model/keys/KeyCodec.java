package holdfast.model.keys;

import com.google.errorprone.annotations.Immutable;
import holdfast.model.Resource;

/** How the keys of one format and resources stand for each other. */
@Immutable
interface KeyCodec {
    /** @throws holdfast.model.InvalidRequestException if the key is none of this format, or names what no resource can */
    Resource resource(String key);

    /**
     * The only key that may stand for the resource, or some text if none does. {@code KeyFormat} finds out by reading it, so that
     * this needs no checks of its own.
     */
    String key(Resource resource);
}
