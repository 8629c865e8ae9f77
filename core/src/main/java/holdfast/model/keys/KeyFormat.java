package holdfast.model.keys;

import holdfast.model.InvalidRequestException;
import holdfast.model.Resource;
import java.util.Optional;

/**
 * The forms in which other designs write what they lock. Within a format, different keys are different resources, unless Unicode
 * holds their texts for the same; a resource keeps the key that it was made from.
 */
public enum KeyFormat {
    /**
     * {@code stack:{stack}:env:{environment}}, alone or with {@code :service:{service}} or
     * {@code :component:{service}/{component}}: the root {@code {stack}/{environment}} and a path in it.
     */
    STACK(new StackKeys()),

    /** Any name, such as {@code terraform-prod}: the root of that name. */
    NAME(new PlainKeys(0, "a name")),

    /** {@code service:{id}}, also written {@code status:lock:{id}}: the root {@code _service/{id}}. */
    SERVICE(new MarkedKeys(Namespace.SERVICE)),

    /** The text of an {@link AtlantisIdentifier}: a root below {@code _atlantis}. */
    IDENTIFIER(new IdentifierKeys()),

    /**
     * {@code {repository}/{path}/{workspace}}, with or without a project's name at the end. Where its parts begin cannot be told,
     * so it is opaque: the root of that name.
     */
    LEGACY(new PlainKeys(3, "{owner}/{repository}/{path}/{workspace}")),

    /** {@code LOCK#DB#{id}} with an instance id or {@code host:port}: the root {@code _db/{id}}. */
    DATABASE(new MarkedKeys(Namespace.DATABASE));

    private final KeyCodec codec;

    KeyFormat(KeyCodec codec) {
        this.codec = codec;
    }

    /** @throws InvalidRequestException if the key is not of this format, or longer than a resource may be */
    public Resource parse(String key) {
        try {
            Resource resource = codec.resource(key);
            return new Resource(resource.root(), resource.path(), key);
        } catch (InvalidRequestException e) {
            throw new InvalidRequestException(
                    "key " + Escapes.shown(key) + " names no resource: " + e.getMessage());
        }
    }

    /** The key of this format that stands for the resource, if there is one. */
    public Optional<String> format(Resource resource) {
        String key = codec.key(resource);
        try {
            return codec.resource(key).equals(resource) ? Optional.of(key) : Optional.empty();
        } catch (InvalidRequestException notOfThisFormat) {
            return Optional.empty();
        }
    }

    /** The format that a text shows by its beginning. Names and legacy keys have no such mark. */
    static Optional<KeyFormat> marking(String text) {
        if (text.startsWith(Namespace.STACK_MARK)) {
            return Optional.of(STACK);
        }
        for (Namespace namespace : Namespace.values()) {
            if (namespace.marks(text)) {
                return Optional.of(
                        switch (namespace) {
                            case SERVICE -> SERVICE;
                            case DATABASE -> DATABASE;
                            case ATLANTIS -> IDENTIFIER;
                        });
            }
        }
        return Optional.empty();
    }
}
