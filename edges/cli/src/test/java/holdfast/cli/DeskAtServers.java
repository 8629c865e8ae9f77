package holdfast.cli;

import holdfast.client.ServerDesk;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** The client's desk as the command line knows it. */
record DeskAtServers(ServerDesk desk) implements Desk {
    @Override
    public Optional<String> get(String path, Map<String, String> query) {
        return desk.get(path, query);
    }

    @Override
    public Optional<String> post(String path, String json) {
        return saying(() -> desk.post(path, json));
    }

    @Override
    public Optional<String> postUntilAnswered(String path, String json) {
        return saying(() -> desk.postUntilAnswered(path, json));
    }

    @Override
    public Optional<String> delete(String path, Map<String, String> query) {
        return saying(() -> desk.delete(path, query));
    }

    @Override
    public Optional<byte[]> download(String path, Map<String, String> query) {
        return desk.download(path, query);
    }

    @Override
    public Optional<String> upload(String path, Map<String, String> query, byte[] body) {
        return saying(() -> desk.upload(path, query, body));
    }

    private static <T> T saying(Supplier<T> change) {
        try {
            return change.get();
        } catch (ServerDesk.LockOver e) {
            throw new LockOver(e.code(), e.getMessage());
        }
    }

    @Override
    public void close() {
        desk.close();
    }
}
