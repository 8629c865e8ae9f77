package holdfast.store.testkit.history;

import holdfast.store.LockStore;
import holdfast.store.StoreException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Random;

/** A store whose answers to commits are lost now and then, whether they were made or not. */
public final class LosingAnswers {
    private static final int ONE_IN = 12;

    private LosingAnswers() {}

    public static LockStore around(LockStore store, long seed) {
        var chance = new Random(seed);
        return (LockStore)
                Proxy.newProxyInstance(
                        LockStore.class.getClassLoader(),
                        new Class<?>[] {LockStore.class},
                        (proxy, method, arguments) -> {
                            int fate =
                                    method.getName().equals("commit") ? chance.nextInt(ONE_IN) : 2;
                            if (fate == 0) {
                                throw new StoreException.OutcomeUnknown("lost on its way", null);
                            }
                            try {
                                Object answer = method.invoke(store, arguments);
                                if (fate == 1) {
                                    throw new StoreException.OutcomeUnknown("answer lost", null);
                                }
                                return answer;
                            } catch (InvocationTargetException e) {
                                throw e.getCause();
                            }
                        });
    }
}
