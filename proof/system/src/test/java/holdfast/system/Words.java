package holdfast.system;

import holdfast.engine.HoldState;
import holdfast.store.StoreException;

/** How children put into one line what happened to them. */
final class Words {
    private Words() {}

    static String of(HoldState state) {
        return switch (state) {
            case HoldState.Held held -> "Held";
            case HoldState.Jeopardy jeopardy -> "Jeopardy";
            case HoldState.Lost lost -> "Lost " + lost.loss().reason();
            case HoldState.Released released -> "Released";
        };
    }

    static String of(StoreException e) {
        return "failed " + e.getClass().getSimpleName() + " " + e.code() + " " + e.getMessage();
    }
}
