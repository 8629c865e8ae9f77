package holdfast.store.resilience.call;

import holdfast.model.Owner;

/** Stands around every call of a store, and around another guard. */
public interface Guard {
    /** Makes the call, or throws a {@link holdfast.store.StoreException} that says what the caller may do. */
    <A> A run(Call<A> call);

    /** Lets a newcomer in or throws {@link holdfast.store.StoreException.Unavailable}. Asks the store nothing. */
    void announce(Owner newcomer);

    /** The innermost: asks the store itself, on the caller's thread. */
    static Guard none() {
        return new Guard() {
            @Override
            public <A> A run(Call<A> call) {
                return call.body().get();
            }

            @Override
            public void announce(Owner newcomer) {}
        };
    }
}
