package holdfast.model.keys;

import holdfast.model.Resource;

/** Structured identifiers by their text. */
final class IdentifierKeys implements KeyCodec {
    @Override
    public Resource resource(String key) {
        return AtlantisIdentifier.parse(key).resource();
    }

    @Override
    public String key(Resource resource) {
        return AtlantisIdentifier.of(resource).map(AtlantisIdentifier::text).orElse("");
    }
}
