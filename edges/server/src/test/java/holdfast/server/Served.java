package holdfast.server;

import holdfast.audit.AuditTrail;
import holdfast.engine.EngineSettings;
import holdfast.engine.LockEngine;
import holdfast.model.ErrorCode;
import holdfast.notify.Notifier;
import holdfast.state.StateSettings;
import holdfast.state.States;
import holdfast.store.DocumentStore;
import holdfast.store.LockStore;
import holdfast.store.memory.MemoryDocumentStore;
import holdfast.store.memory.MemoryLockStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** A real server on a free port of this machine, and a client that talks to it. */
final class Served implements AutoCloseable {
    static final int STATE_BYTES_MAX = 1024 * 1024;

    private final LockStore store;
    private final DocumentStore documents;
    private final boolean ownStore;
    private final LockEngine engine;
    private final HoldfastServer server;
    private final HttpClient http = HttpClient.newHttpClient();
    private final List<ErrorCode> errors = new CopyOnWriteArrayList<>();

    private Served(
            LockStore store,
            DocumentStore documents,
            boolean ownStore,
            ServerSettings settings,
            Gate gate) {
        this(
                new Stores(store, documents, ownStore),
                LockEngine.open(store, EngineSettings.DEFAULT),
                settings,
                gate);
    }

    /** @param own whether they end with the server */
    private record Stores(
            LockStore locks, DocumentStore documents, boolean own, Optional<AuditTrail> trail) {
        Stores(LockStore locks, DocumentStore documents, boolean own) {
            this(locks, documents, own, Optional.empty());
        }

        Beside beside() {
            return new Beside(Optional.empty(), trail, Optional.of(documents), Optional.empty());
        }
    }

    private Served(Stores stores, LockEngine engine, ServerSettings settings, Gate gate) {
        this(stores, stores.beside(), engine, settings, gate);
    }

    private Served(
            Stores stores, Beside beside, LockEngine engine, ServerSettings settings, Gate gate) {
        this.store = stores.locks();
        this.documents = stores.documents();
        this.ownStore = stores.own();
        this.engine = engine;
        this.server =
                HoldfastServer.start(
                        new HoldfastServer.Parts(
                                engine,
                                store,
                                gate,
                                Optional.empty(),
                                Witness.NONE,
                                List.of(),
                                beside.with(states(documents)).counting(errors::add)),
                        settings);
    }

    private static States states(DocumentStore documents) {
        return new States(
                documents,
                StateSettings.DEFAULT.withBytesMax(STATE_BYTES_MAX),
                InstantSource.system());
    }

    static Served start() {
        return start(ServerLimits.DEFAULT);
    }

    static Served start(ServerLimits limits) {
        return start(ServerSettings.DEFAULT.at("127.0.0.1", 0).with(limits), Gate.OPEN);
    }

    static Served start(ServerSettings settings, Gate gate) {
        return new Served(
                MemoryLockStore.withSystemClock(), new MemoryDocumentStore(), true, settings, gate);
    }

    /** A server on a store, and with an engine, that are not the usual ones. */
    static Served start(LockStore store, EngineSettings engine) {
        return new Served(
                new Stores(store, new MemoryDocumentStore(), true),
                LockEngine.open(store, engine),
                ServerSettings.DEFAULT.at("127.0.0.1", 0),
                Gate.OPEN);
    }

    /** A server that writes down what is done. */
    static Served start(Gate gate, AuditTrail trail) {
        LockStore store = MemoryLockStore.withSystemClock();
        return new Served(
                new Stores(store, new MemoryDocumentStore(), true, Optional.of(trail)),
                LockEngine.open(store, EngineSettings.DEFAULT),
                ServerSettings.DEFAULT.at("127.0.0.1", 0),
                gate);
    }

    /** A server that tells others what is done. */
    static Served start(Notifier notifier) {
        LockStore store = MemoryLockStore.withSystemClock();
        var stores = new Stores(store, new MemoryDocumentStore(), true);
        var beside =
                new Beside(
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(stores.documents()),
                        Optional.of(notifier));
        return new Served(
                stores,
                beside,
                LockEngine.open(store, EngineSettings.DEFAULT),
                ServerSettings.DEFAULT.at("127.0.0.1", 0),
                Gate.OPEN);
    }

    /** Another server on the same store. */
    Served beside() {
        return beside(documents);
    }

    /** The same, which sees its documents in another way. */
    Served beside(DocumentStore seen) {
        return beside(seen, Gate.OPEN);
    }

    Served beside(DocumentStore seen, Gate gate) {
        return new Served(store, seen, false, ServerSettings.DEFAULT.at("127.0.0.1", 0), gate);
    }

    /** Another server, which sees the same locks in another way. */
    Served on(LockStore seen, Gate gate) {
        return new Served(seen, documents, false, ServerSettings.DEFAULT.at("127.0.0.1", 0), gate);
    }

    /** What was counted among the errors. */
    List<ErrorCode> errors() {
        return errors;
    }

    DocumentStore documents() {
        return documents;
    }

    LockEngine engine() {
        return engine;
    }

    HoldfastServer server() {
        return server;
    }

    /** What was answered. */
    record Answer(
            int status, Map<String, List<String>> headers, Map<String, @Nullable Object> body) {
        String text(String name) {
            return String.valueOf(body.get(name));
        }

        String header(String name) {
            return headers.getOrDefault(name, List.of("")).getFirst();
        }

        @SuppressWarnings("unchecked")
        List<Map<String, Object>> list(String name) {
            return (List<Map<String, Object>>) Objects.requireNonNull(body.get(name));
        }

        @SuppressWarnings("unchecked")
        Map<String, Object> object(String name) {
            return (Map<String, Object>) Objects.requireNonNull(body.get(name));
        }
    }

    URI uri(String path) {
        return URI.create("http://127.0.0.1:" + server.port() + path);
    }

    Answer get(String path, String... headers) {
        return send("GET", path, null, headers);
    }

    Answer delete(String path) {
        return send("DELETE", path, null);
    }

    Answer post(String path, String json, String... headers) {
        return send("POST", path, json, headers);
    }

    CompletableFuture<Answer> getLater(String path, String... headers) {
        return http.sendAsync(request("GET", path, null, headers), bytes())
                .thenApply(Served::answer);
    }

    Answer send(String method, String path, @Nullable String json, String... headers) {
        try {
            return answer(http.send(request(method, path, json, headers), bytes()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static HttpResponse.BodyHandler<byte[]> bytes() {
        return HttpResponse.BodyHandlers.ofByteArray();
    }

    private HttpRequest request(
            String method, String path, @Nullable String json, String... headers) {
        var request =
                HttpRequest.newBuilder(uri(path))
                        .method(
                                method,
                                json == null
                                        ? HttpRequest.BodyPublishers.noBody()
                                        : HttpRequest.BodyPublishers.ofString(json));
        if (json != null) {
            request.header("Content-Type", "application/json");
        }
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        return request.build();
    }

    private static Answer answer(HttpResponse<byte[]> response) {
        return new Answer(
                response.statusCode(), response.headers().map(), JsonText.object(response.body()));
    }

    /** The lock's id. */
    String holds(String owner, String resource) {
        return acquire(owner, resource, "").text("lock_id");
    }

    /** @param more further fields, such as {@code "wait_seconds":60} */
    Answer acquire(String owner, String resource, String more, String... headers) {
        String fields =
                "\"owner\":\""
                        + owner
                        + "\",\"owner_id\":\"run-of-"
                        + owner
                        + "\",\"resource\":\""
                        + resource
                        + "\""
                        + (more.isEmpty() ? "" : "," + more);
        return post("/v1/locks", "{" + fields + "}", headers);
    }

    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        // First: the client waits for the answers that it still expects.
        server.close();
        http.close();
        engine.close();
        if (ownStore) {
            store.close();
        }
    }
}
