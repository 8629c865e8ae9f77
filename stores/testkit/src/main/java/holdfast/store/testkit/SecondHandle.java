package holdfast.store.testkit;

/**
 * What a second process gets that opens the same store.
 *
 * @param <S> the kind of store
 */
public sealed interface SecondHandle<S> {
    S store();

    /** It sees the same data. */
    record OnSameData<S>(S store) implements SecondHandle<S> {}

    /**
     * It sees data of its own, since this kind of store is not shared.
     *
     * @param reason why, for people who choose a store
     */
    record OnOwnData<S>(S store, String reason) implements SecondHandle<S> {}
}
