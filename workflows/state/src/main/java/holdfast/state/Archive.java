package holdfast.state;

/** Where versions are put: what is known of each, its body, and the id by which both are found. */
record Archive(Records records, Bodies bodies, VersionIds ids) {}
