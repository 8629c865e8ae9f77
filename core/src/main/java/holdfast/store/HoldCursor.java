package holdfast.store;

import holdfast.model.Hold;
import holdfast.model.Root;
import holdfast.model.Token;

/** A place in the list of all holds, which is ordered by root and then by token. */
public record HoldCursor(Root root, Token token) {
    public static HoldCursor after(Hold hold) {
        return new HoldCursor(hold.resource().root(), hold.token());
    }
}
