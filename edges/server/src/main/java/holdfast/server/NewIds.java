package holdfast.server;

import holdfast.model.RequestId;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/** Names for what callers leave unnamed. They are not secret, and need only differ; a secure random would be waited for in turn. */
final class NewIds {
    private static final int RUN_LENGTH = 32;

    private NewIds() {}

    /**
     * The run that makes a request without saying which it is: one for each request, and the same at any server when the request is
     * repeated.
     *
     * @param about what it asks for
     */
    static String run(RequestId request, String about, String owner, Map<String, String> facts) {
        String all =
                String.join("\n", request.text(), about, owner, new TreeMap<>(facts).toString());
        return Digests.sha256(all).substring(0, RUN_LENGTH);
    }

    static String next() {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        return new UUID(random.nextLong(), random.nextLong()).toString();
    }
}
