package holdfast.store.dynamodb;

import holdfast.model.Hold;
import holdfast.model.RequestId;
import holdfast.model.Root;
import holdfast.model.Token;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * What is stored of one root, but for its waiters and for endings that were moved out.
 *
 * @param raw the attributes as they were read or are to be written
 * @param holds all of them by token, that of another tool included
 * @param ended the latest endings, the oldest first
 * @param first who is next
 * @param foreign the hold of another tool, if it has the item
 */
record RootItem(
        Root root,
        Map<String, AttributeValue> raw,
        Numbers numbers,
        List<Hold> holds,
        List<EndedRequest> ended,
        FirstInLine first,
        @Nullable Hold foreign) {
    RootItem {
        holds = List.copyOf(holds);
        ended = List.copyOf(ended);
    }

    /** The same, but for who is said to be next. */
    RootItem telling(FirstInLine told) {
        return new RootItem(root, raw, numbers, holds, ended, told, foreign);
    }

    /** Null if Holdfast did not write the item, or another tool has replaced it. */
    @Nullable String revision() {
        return RootItems.isOurs(raw) ? Attributes.textIfThere(raw, RootItems.REVISION) : null;
    }

    /** Who waits is only counted in an item of ours; another tool may have wiped one. */
    boolean countsWaiters() {
        return revision() != null;
    }

    /** Whether the queue has the waiters that the item counts. */
    boolean fits(Queue queue) {
        return countsWaiters()
                ? queue.digest() == numbers.digest() && queue.size() == numbers.waiting()
                : queue.size() == 0;
    }

    boolean isForeign(Token token) {
        return foreign != null && foreign.token().equals(token);
    }

    Optional<Hold> hold(Token token) {
        return holds.stream().filter(hold -> hold.token().equals(token)).findFirst();
    }

    boolean isClaimed(RequestId request) {
        return holds.stream().anyMatch(hold -> hold.claim(request).isPresent());
    }

    /** Whether it stands for a lock that is held here, by its id. */
    boolean isHeldAs(RequestId key) {
        return holds.stream().anyMatch(hold -> hold.id().text().equals(key.text()));
    }

    /** The latest ending in the item that names the request. */
    Optional<EndedRequest> ending(RequestId request) {
        return ended.reversed().stream()
                .filter(one -> one.requests().contains(request))
                .findFirst();
    }
}
