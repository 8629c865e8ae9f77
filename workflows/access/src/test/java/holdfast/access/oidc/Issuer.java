package holdfast.access.oidc;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;

/** An OIDC issuer on loopback with keys that the test exchanges. */
final class Issuer implements AutoCloseable {
    private final HttpServer server;
    private final AtomicInteger keyRequests = new AtomicInteger();
    private final AtomicInteger discoveries = new AtomicInteger();
    private volatile RSAKey key;
    private volatile boolean down;
    private volatile boolean keysHidden;

    Issuer() throws IOException, JOSEException {
        key = newKey("first");
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext(
                "/.well-known/openid-configuration",
                exchange -> {
                    discoveries.incrementAndGet();
                    answer(
                            exchange,
                            "{\"issuer\":\"" + url() + "\",\"jwks_uri\":\"" + url() + "/keys\"}");
                });
        server.createContext(
                "/keys",
                exchange -> {
                    keyRequests.incrementAndGet();
                    answer(
                            exchange,
                            keysHidden ? "none" : new JWKSet(key.toPublicJWK()).toString());
                });
        server.start();
    }

    static RSAKey newKey(String id) throws JOSEException {
        return new RSAKeyGenerator(2048).keyID(id).generate();
    }

    private void answer(HttpExchange exchange, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(down ? 503 : 200, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    void rotate(String id) throws JOSEException {
        key = newKey(id);
    }

    void goDown() {
        down = true;
    }

    /** It is found, and what it answers are no keys. */
    void hideKeys() {
        keysHidden = true;
    }

    int discoveries() {
        return discoveries.get();
    }

    int keyRequests() {
        return keyRequests.get();
    }

    String sign(JWTClaimsSet claims) throws JOSEException {
        return sign(claims, key, JWSAlgorithm.RS256);
    }

    static String sign(JWTClaimsSet claims, RSAKey key, JWSAlgorithm algorithm)
            throws JOSEException {
        var jwt =
                new SignedJWT(
                        new JWSHeader.Builder(algorithm).keyID(key.getKeyID()).build(), claims);
        jwt.sign(new RSASSASigner(key));
        return jwt.serialize();
    }

    RSAKey key() {
        return key;
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
