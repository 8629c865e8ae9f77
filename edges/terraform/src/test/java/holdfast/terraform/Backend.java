package holdfast.terraform;

import holdfast.engine.EngineSettings;
import holdfast.engine.LockEngine;
import holdfast.state.StateName;
import holdfast.state.StateSettings;
import holdfast.state.States;
import holdfast.store.DocumentStore;
import holdfast.store.LockStore;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.HttpRouting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.logging.Level;
import java.util.logging.Logger;

/** A server with nothing but the back end, on loopback. */
final class Backend implements AutoCloseable {
    /** Kept here, since a logger that nobody keeps forgets its level. */
    private static final Logger WEB_SERVER_LOG = Logger.getLogger("io.helidon");

    static {
        WEB_SERVER_LOG.setLevel(Level.WARNING);
    }

    final LockEngine engine;
    final States states;
    private final WebServer web;
    private final HttpClient http = HttpClient.newHttpClient();

    /** What a server is made of. */
    record Parts(
            LockStore locks,
            DocumentStore documents,
            TerraformSettings settings,
            Access access,
            Witness witness) {
        Parts(LockStore locks, DocumentStore documents, TerraformSettings settings, Access access) {
            this(locks, documents, settings, access, Witness.NONE);
        }
    }

    /** @param port 0 for any that is free */
    Backend(Parts parts, int port) {
        engine = LockEngine.open(parts.locks(), EngineSettings.DEFAULT);
        states = new States(parts.documents(), StateSettings.DEFAULT, InstantSource.system());
        var backend =
                new TerraformBackend(
                        new TerraformBackend.Parts(
                                engine, states, parts.settings(), parts.access(), parts.witness()));
        web =
                WebServer.builder()
                        .host("127.0.0.1")
                        .port(port)
                        .shutdownHook(false)
                        .routing(HttpRouting.builder().register(TerraformBackend.PATH, backend))
                        .build()
                        .start();
    }

    int port() {
        return web.port();
    }

    String url(String name) {
        return "http://127.0.0.1:" + port() + "/terraform/" + name;
    }

    HttpResponse<String> send(String method, String name, String body, String... headers) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(url(name)))
                        .method(
                                method,
                                body.isEmpty()
                                        ? HttpRequest.BodyPublishers.noBody()
                                        : HttpRequest.BodyPublishers.ofString(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        try {
            return http.send(
                    request.build(), HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    int status(String method, String name, String body, String... headers) {
        return send(method, name, body, headers).statusCode();
    }

    static StateName state(String name) {
        return StateName.terraform(name);
    }

    @Override
    public void close() {
        engine.remote().dismiss();
        web.stop();
        engine.close();
        http.close();
    }
}
