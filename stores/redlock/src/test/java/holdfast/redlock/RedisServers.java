package holdfast.redlock;

import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/** Independent servers of one test. */
final class RedisServers implements AutoCloseable {
    private final List<RedisServer> all;

    private RedisServers(List<RedisServer> all) {
        this.all = all;
    }

    static RedisServers start(int count) {
        return new RedisServers(
                IntStream.range(0, count).mapToObj(number -> RedisServer.start()).toList());
    }

    RedisServer get(int number) {
        return all.get(number);
    }

    int count() {
        return all.size();
    }

    List<String> urls() {
        return all.stream().map(RedisServer::url).toList();
    }

    /** On how many servers there is such a key. */
    long having(String key) {
        return all.stream().filter(server -> server.commands().exists(key) > 0).count();
    }

    /** The value at each server that has the key. */
    List<String> valuesOf(String key) {
        return all.stream()
                .map(server -> server.commands().get(key))
                .filter(Objects::nonNull)
                .toList();
    }

    @Override
    public void close() {
        all.forEach(RedisServer::close);
    }
}
