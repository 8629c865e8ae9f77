package holdfast.cli;

import holdfast.client.ServerDesk;
import java.util.Map;
import java.util.Optional;

/** The client's desk as the command line knows it. */
record DeskAtServers(ServerDesk desk) implements Desk {
    @Override
    public Optional<String> get(String path, Map<String, String> query) {
        return desk.get(path, query);
    }

    @Override
    public Optional<String> post(String path, String json) {
        return desk.post(path, json);
    }

    @Override
    public Optional<String> postUntilAnswered(String path, String json) {
        return desk.postUntilAnswered(path, json);
    }

    @Override
    public Optional<String> delete(String path, Map<String, String> query) {
        return desk.delete(path, query);
    }

    @Override
    public void close() {
        desk.close();
    }
}
