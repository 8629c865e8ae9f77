package holdfast.state;

/** A state as it was loaded, certain to be what was saved. Its version is what a later save names as its base. */
public record LoadedState(StateVersion version, byte[] body) {}
