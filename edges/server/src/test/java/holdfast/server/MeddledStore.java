package holdfast.server;

import holdfast.store.LockStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/** A lock store with which somebody meddles. */
final class MeddledStore {
    private MeddledStore() {}

    /** Is told the name of each method before it is called; what it throws, the method throws. */
    interface Meddling {
        void before(String method);
    }

    /** The same, on which a list reads everything. */
    static LockStore scanned(LockStore real) {
        return (LockStore)
                Proxy.newProxyInstance(
                        LockStore.class.getClassLoader(),
                        new Class<?>[] {LockStore.class},
                        (proxy, method, arguments) -> {
                            try {
                                return method.getName().equals("isIndexed")
                                        ? false
                                        : method.invoke(real, arguments);
                            } catch (InvocationTargetException e) {
                                throw e.getCause();
                            }
                        });
    }

    static LockStore of(LockStore real, Meddling meddling) {
        return (LockStore)
                Proxy.newProxyInstance(
                        LockStore.class.getClassLoader(),
                        new Class<?>[] {LockStore.class},
                        (proxy, method, arguments) -> {
                            meddling.before(method.getName());
                            try {
                                return method.invoke(real, arguments);
                            } catch (InvocationTargetException e) {
                                throw e.getCause();
                            }
                        });
    }
}
