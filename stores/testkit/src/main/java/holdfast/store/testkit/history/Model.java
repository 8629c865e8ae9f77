package holdfast.store.testkit.history;

import java.util.Optional;

/**
 * What a thing does that is used by one caller after the other.
 *
 * @param <S> its state; equal states must behave alike
 * @param <C> a call together with its answer
 */
interface Model<S, C> {
    S initial();

    /** The state after the call; empty if it would not have been answered so. */
    Optional<S> after(S state, C call);
}
