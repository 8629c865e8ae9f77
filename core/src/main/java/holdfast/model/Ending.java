package holdfast.model;

import java.util.List;

/** How a hold or a wait came to its end. */
public sealed interface Ending {
    /** Its owner gave it back. */
    record Released() implements Ending {}

    /** Its lease ran out. */
    record Expired() implements Ending {}

    /** Granted from the queue and not confirmed in time. */
    record Unconfirmed() implements Ending {}

    /** Someone with the right to do so took it away. */
    record Forced(String by, String reason) implements Ending {}

    /** It went on to another owner under a new token. */
    record Transferred(Owner to) implements Ending {}

    /** The request was withdrawn while it waited. */
    record Cancelled(String why) implements Ending {}

    /** The request was refused after it had joined, since its wait closed a cycle. */
    record Aborted(List<OwnerId> cycle) implements Ending {
        public Aborted {
            cycle = List.copyOf(cycle);
        }
    }
}
