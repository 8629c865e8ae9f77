package holdfast.store;

/** Names one stored version of a document. Versions are compared for equality only. */
public record DocumentVersion(String text) {}
