package holdfast.client;

import holdfast.model.ErrorCode;
import holdfast.store.StoreException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Asks servers for what they keep beside the locks: tokens, audit trails, messages that no webhook took. What is asked and answered is the
 * JSON of their API. What changes something is not said twice, unless it has a name by which its repetition is known: if no answer comes,
 * nobody knows whether it was done.
 */
public final class ServerDesk implements AutoCloseable {
    private static final Duration LARGE_TAKES = Duration.ofMinutes(10);

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

    /** What is large, byte for byte. Empty if there is no such thing. */
    public Optional<byte[]> download(String path, Map<String, String> query) {
        return reply(with(Request.get(path), query).forBytes().lasting(LARGE_TAKES))
                .map(Api.Reply::body);
    }

    /** For what is large, and there once however often it is sent. Empty if there is no such place for it. */
    public Optional<String> upload(String path, Map<String, String> query, byte[] body) {
        return text(reply(with(Request.put(path, body), query).lasting(LARGE_TAKES)));
    }

    /** A server did not do it, since the lock that was named is over. */
    public static final class LockOver extends RuntimeException {
        private static final long serialVersionUID = 1;

        private final ErrorCode code;

        LockOver(ErrorCode code, String message) {
            super(message, null, false, false);
            this.code = code;
        }

        public ErrorCode code() {
            return code;
        }
    }

    private static Request with(Request request, Map<String, String> query) {
        Request all = request;
        for (var parameter : query.entrySet()) {
            all = all.with(parameter.getKey(), parameter.getValue());
        }
        return all;
    }

    private Optional<String> ask(Request request) {
        return text(reply(request));
    }

    private static Optional<String> text(Optional<Api.Reply> reply) {
        return reply.map(found -> new String(found.body(), StandardCharsets.UTF_8));
    }

    private Optional<Api.Reply> reply(Request request) {
        Api.Reply reply;
        try {
            reply = api.ask(request);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreException.OutcomeUnknown("stopped before the server answered", e);
        }
        Optional<ErrorCode> code = reply.code();
        if (code.filter(ErrorCode.LOCK_NOT_FOUND::equals).isPresent()) {
            return Optional.empty();
        }
        if (code.filter(Set.of(ErrorCode.LOCK_LOST, ErrorCode.LOCK_EXPIRED)::contains)
                .isPresent()) {
            throw new LockOver(code.get(), reply.detail());
        }
        if (!reply.isGood()) {
            throw reply.unexpected();
        }
        return Optional.of(reply);
    }

    @Override
    public void close() {
        api.close();
    }
}
