package holdfast.client;

import holdfast.engine.EngineSettings;
import holdfast.engine.Heartbeat;
import holdfast.model.InvalidRequestException;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;

/**
 * How to reach servers.
 *
 * @param servers on one store; asked in this order, from the one that answered last
 * @param credential the bearer token
 * @param heartbeat when kept locks are renewed
 * @param answerTime how long an answer may take, beside what it was asked to wait
 * @param firstAnswerWithin how long to go on where no server has answered yet, however long a lock may be waited for: an address where
 *     nobody listens is more likely mistyped than about to be one where somebody does
 * @param tls whom to trust, and the certificate to show, where servers are asked over TLS; empty for what the JVM is set up with
 * @param traceparent the span, in the form of W3C's Trace Context, under which servers put theirs; asked for on the thread of each request
 */
public record ClientSettings(
        List<URI> servers,
        Credential credential,
        Heartbeat heartbeat,
        Duration answerTime,
        Duration firstAnswerWithin,
        Optional<SSLContext> tls,
        Supplier<Optional<String>> traceparent) {
    private static final Duration ANSWER_TIME = Duration.ofSeconds(5);
    private static final Duration FIRST_ANSWER_WITHIN = Duration.ofSeconds(15);

    public ClientSettings {
        servers = List.copyOf(servers);
        if (servers.isEmpty()) {
            throw new InvalidRequestException("name at least one server");
        }
    }

    public static ClientSettings of(String... servers) {
        return new ClientSettings(
                Arrays.stream(servers).map(ClientSettings::address).toList(),
                Optional::empty,
                EngineSettings.DEFAULT.heartbeat(),
                ANSWER_TIME,
                FIRST_ANSWER_WITHIN,
                Optional.empty(),
                Optional::empty);
    }

    public ClientSettings withCredential(Credential other) {
        return new ClientSettings(
                servers, other, heartbeat, answerTime, firstAnswerWithin, tls, traceparent);
    }

    public ClientSettings withHeartbeat(Heartbeat other) {
        return new ClientSettings(
                servers, credential, other, answerTime, firstAnswerWithin, tls, traceparent);
    }

    public ClientSettings withAnswerTime(Duration other) {
        return new ClientSettings(
                servers, credential, heartbeat, other, firstAnswerWithin, tls, traceparent);
    }

    public ClientSettings withFirstAnswerWithin(Duration other) {
        return new ClientSettings(
                servers, credential, heartbeat, answerTime, other, tls, traceparent);
    }

    /** {@link TlsFiles} makes one from files. */
    public ClientSettings withTls(SSLContext other) {
        return new ClientSettings(
                servers,
                credential,
                heartbeat,
                answerTime,
                firstAnswerWithin,
                Optional.of(other),
                traceparent);
    }

    public ClientSettings withTraceparent(Supplier<Optional<String>> other) {
        return new ClientSettings(
                servers, credential, heartbeat, answerTime, firstAnswerWithin, tls, other);
    }

    /** Without a slash at its end, so that paths can be put after it. */
    private static URI address(String text) {
        try {
            URI uri = URI.create(text.strip().replaceFirst("/+$", ""));
            boolean isHttp =
                    "http".equalsIgnoreCase(uri.getScheme())
                            || "https".equalsIgnoreCase(uri.getScheme());
            if (isHttp && uri.getHost() != null && uri.getRawUserInfo() == null) {
                return uri;
            }
        } catch (IllegalArgumentException e) {
            // Said below.
        }
        throw new InvalidRequestException(
                "'"
                        + text
                        + "' is not the address of a server: write http://HOST:PORT or https://HOST");
    }
}
