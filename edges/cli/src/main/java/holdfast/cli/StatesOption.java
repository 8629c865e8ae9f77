package holdfast.cli;

import holdfast.state.StateSettings;
import holdfast.state.States;
import holdfast.store.DocumentStore;
import holdfast.store.StoreException;
import java.time.InstantSource;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/** Where states are: as the option says, or the environment, or beside the locks, which may be at a server. */
final class StatesOption implements Syntax.Part {
    static final String VARIABLE = "HOLDFAST_STATES";

    private final Context context;
    private final StoreOption store;

    private final Argument<String> address =
            Argument.option(
                    "--states",
                    "ADDRESS",
                    "Where the states are kept, as in files:DIRECTORY or s3://BUCKET/PREFIX. Default:"
                            + " $HOLDFAST_STATES, or beside the locks, also at a server.");

    StatesOption(Context context) {
        this.context = context;
        this.store = new StoreOption(context, this::place);
    }

    @Override
    public void addTo(CommandSpec command) {
        address.addTo(command);
        store.addTo(command);
    }

    StoreOption locks() {
        return store;
    }

    private @Nullable String place() {
        return address.isGiven() ? address.given() : context.environment().get(VARIABLE);
    }

    private boolean areAtAServer() {
        return place() == null && store.isServer();
    }

    /** Makes the store if there is none. */
    OpenStates open(InstantSource clock) {
        if (areAtAServer()) {
            return new ServedStates(store.desk());
        }
        String place = place();
        if (place == null && !store.isThere()) {
            // Says why there is nothing to look at.
            store.openExisting().close();
        }
        DocumentStore documents = context.stores().documents(place, store.absoluteAddress());
        return new StoredStates(
                documents, new States(documents, StateSettings.from(context.environment()), clock));
    }

    /**
     * Does something with states that are there already. A store is not made for it: a name that is misspelt must not look like no
     * states.
     */
    <T> T look(Function<OpenStates, T> work) {
        String place = place();
        if (place != null && !context.stores().hasDocuments(place)) {
            throw new StoreException.Unavailable(
                    "there is no store at "
                            + place
                            + " ("
                            + (address.isGiven() ? "--states" : VARIABLE)
                            + "): is the name right? Otherwise the first state makes it",
                    null);
        }
        // Nothing that is looked at depends on what time it is.
        try (OpenStates states = open(InstantSource.system())) {
            return work.apply(states);
        }
    }
}
