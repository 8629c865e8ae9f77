package holdfast.state;

/**
 * What is known of a body that could not be saved.
 *
 * @param client what the writer called its lock; may be empty
 */
public record OrphanNote(String client, String by, String why) {}
