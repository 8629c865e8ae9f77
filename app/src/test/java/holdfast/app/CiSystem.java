package holdfast.app;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** A CI system that gives its jobs tokens, as GitHub does, and tells by which keys they are known. */
final class CiSystem implements AutoCloseable {
    static final String PASS = "what-only-the-job-knows";

    private final HttpServer server;
    private final ECKey key;
    private final AtomicInteger given = new AtomicInteger();
    private volatile Duration lasting = Duration.ofMinutes(5);

    CiSystem() throws IOException, JOSEException {
        key = new ECKeyGenerator(Curve.P_256).keyID("ci").generate();
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext(
                "/.well-known/openid-configuration",
                exchange ->
                        answer(
                                exchange,
                                200,
                                """
                                {"issuer": "%s", "jwks_uri": "%s/keys"}
                                """
                                        .formatted(url(), url())));
        server.createContext(
                "/keys",
                exchange -> answer(exchange, 200, new JWKSet(key.toPublicJWK()).toString()));
        server.createContext("/token", this::give);
        server.start();
    }

    private void give(HttpExchange exchange) throws IOException {
        String pass = exchange.getRequestHeaders().getFirst("Authorization");
        String query = exchange.getRequestURI().getRawQuery();
        if (!("Bearer " + PASS).equals(pass) || !query.startsWith("api-version=2.0&audience=")) {
            answer(exchange, 401, "{}");
            return;
        }
        given.incrementAndGet();
        String audience = query.substring(query.lastIndexOf('=') + 1);
        answer(exchange, 200, "{\"count\": 1, \"value\": \"" + token(audience, "shop") + "\"}");
    }

    private static void answer(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** From now on tokens are good for so long. */
    void giveTokensFor(Duration time) {
        lasting = time;
    }

    /** How many tokens jobs have asked for. */
    int given() {
        return given.get();
    }

    /** What a job that may have tokens finds in its environment. */
    Map<String, String> environment() {
        return Map.of(
                "ACTIONS_ID_TOKEN_REQUEST_URL",
                url() + "/token?api-version=2.0",
                "ACTIONS_ID_TOKEN_REQUEST_TOKEN",
                PASS);
    }

    /** The token of a job of a repository of Acme's. */
    String token(String audience, String repository) {
        Instant now = Instant.now();
        var claims =
                new JWTClaimsSet.Builder()
                        .issuer(url())
                        .audience(audience)
                        .subject("repo:acme/" + repository + ":ref:refs/heads/main")
                        .claim("repository", "acme/" + repository)
                        .issueTime(Date.from(now))
                        .expirationTime(Date.from(now.plus(lasting)))
                        .build();
        try {
            var jwt =
                    new SignedJWT(
                            new JWSHeader.Builder(JWSAlgorithm.ES256).keyID(key.getKeyID()).build(),
                            claims);
            jwt.sign(new ECDSASigner(key));
            return jwt.serialize();
        } catch (JOSEException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
