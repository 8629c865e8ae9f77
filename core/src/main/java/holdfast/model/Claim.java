package holdfast.model;

import org.jspecify.annotations.Nullable;

/**
 * One acquire call that a hold answers: what it asked for, under the name its caller chose.
 *
 * @param via the engine through which its caller alone was told of it, and which therefore may give it up if that caller is gone;
 *     null if there is none, as when it was asked for again through another
 */
public record Claim(RequestId request, Resource resource, Mode mode, @Nullable EngineId via) {
    public Claim(RequestId request, Resource resource, Mode mode) {
        this(request, resource, mode, null);
    }

    public Claim through(@Nullable EngineId engine) {
        return new Claim(request, resource, mode, engine);
    }

    /** Whether the two ask for the same under the same name. */
    public boolean isSameWishAs(Claim other) {
        return request.equals(other.request)
                && resource.equals(other.resource)
                && mode == other.mode;
    }
}
