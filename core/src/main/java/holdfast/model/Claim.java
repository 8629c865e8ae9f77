package holdfast.model;

/** One acquire call that a hold answers: what it asked for, under the name its caller chose. */
public record Claim(RequestId request, Resource resource, Mode mode) {}
