package holdfast.server;

import holdfast.model.Hold;
import holdfast.model.Note;
import holdfast.model.Owner;
import holdfast.model.Waiter;
import java.util.Collection;

/** About how many bytes something takes, in memory or as JSON: what callers say about their locks may be short or long. */
final class Weight {
    /** However few a caller wants to see, and however many, an answer does not get longer than this by more than one lock, or one queue. */
    static final long PAGE_MAX = 2L * 1024 * 1024;

    /** Without its texts. */
    private static final long BARE = 500;

    private static final long CLAIM = 250;

    private Weight() {}

    static long of(Hold hold) {
        return BARE + of(hold.note()) + of(hold.owner()) + CLAIM * hold.claims().size();
    }

    static long of(Waiter waiter) {
        return BARE + of(waiter.note()) + of(waiter.owner());
    }

    private static long of(Note note) {
        return note.reason().length() + lengthOf(note.metadata().values());
    }

    private static long of(Owner owner) {
        return lengthOf(owner.facts().values());
    }

    private static long lengthOf(Collection<String> texts) {
        long length = 0;
        for (String text : texts) {
            length += text.length();
        }
        return length;
    }
}
