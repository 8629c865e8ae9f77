package holdfast.notify;

/**
 * A message for one webhook.
 *
 * @param id the same in every attempt, so that a receiver knows a repetition
 */
record Message(String id, String webhook, String event, String body) {}
