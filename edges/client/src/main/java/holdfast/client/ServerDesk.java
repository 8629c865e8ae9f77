package holdfast.client;

import holdfast.model.ErrorCode;
import holdfast.store.StoreException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

/**
 * Asks servers for what they keep beside the locks: tokens, audit trails, messages that no webhook took. What is asked and answered is the
 * JSON of their API. What changes something is not said twice, unless it has a name by which its repetition is known: if no answer comes,
 * nobody knows whether it was done.
 */
public final class ServerDesk implements AutoCloseable {
    private final Api api;

    private ServerDesk(Api api) {
        this.api = api;
    }

    /** For a process that ends in a moment: starts fast, and knows no proxies. Nothing is sent before something is asked. */
    public static ServerDesk openBriefly(ClientSettings settings) {
        return new ServerDesk(new Api(settings, new SocketTransport(settings.tls())));
    }

    /** Empty if there is no such thing. */
    public Optional<String> get(String path, Map<String, String> query) {
        return ask(with(Request.get(path), query));
    }

    /** Empty if there is no such thing. */
    public Optional<String> post(String path, String json) {
        return ask(Request.post(path, json).atMostOnce());
    }

    /** For what has a name in it that its sender chose, so that it happens once however often it is said. */
    public Optional<String> postUntilAnswered(String path, String json) {
        return ask(Request.post(path, json));
    }

    /** Empty if there is no such thing. */
    public Optional<String> delete(String path, Map<String, String> query) {
        return ask(with(Request.delete(path), query).atMostOnce());
    }

    private static Request with(Request request, Map<String, String> query) {
        Request all = request;
        for (var parameter : query.entrySet()) {
            all = all.with(parameter.getKey(), parameter.getValue());
        }
        return all;
    }

    private Optional<String> ask(Request request) {
        Api.Reply reply;
        try {
            reply = api.ask(request);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreException.OutcomeUnknown("stopped before the server answered", e);
        }
        if (reply.code().filter(ErrorCode.LOCK_NOT_FOUND::equals).isPresent()) {
            return Optional.empty();
        }
        if (!reply.isGood()) {
            throw reply.unexpected();
        }
        return Optional.of(new String(reply.body(), StandardCharsets.UTF_8));
    }

    @Override
    public void close() {
        api.close();
    }
}
