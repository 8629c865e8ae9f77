package holdfast.client;

import holdfast.store.StoreException;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Where GitHub gives a job its tokens, which are good for minutes; Forgejo's jobs find theirs in the same way.
 *
 * @param uri with the audience in it
 * @param pass what the job proves itself with
 */
record GitHubToken(URI uri, String pass) implements Remembered.Source {
    private static final Duration ANSWER_TIME = Duration.ofSeconds(5);
    private static final int ATTEMPTS = 3;
    private static final long BETWEEN_ATTEMPTS_MILLIS = 500;
    private static final int OK = 200;
    private static final int TOO_MANY = 429;
    private static final int SERVER_ERRORS = 500;

    /** Empty if this is no such job, or it may not have tokens. */
    static Optional<GitHubToken> in(Map<String, String> environment, String audience) {
        String url = environment.getOrDefault("ACTIONS_ID_TOKEN_REQUEST_URL", "");
        String pass = environment.getOrDefault("ACTIONS_ID_TOKEN_REQUEST_TOKEN", "");
        if (url.isBlank() || pass.isBlank()) {
            return Optional.empty();
        }
        String parameter = "audience=" + URLEncoder.encode(audience, StandardCharsets.UTF_8);
        return Optional.of(
                new GitHubToken(
                        URI.create(url + (url.contains("?") ? "&" : "?") + parameter), pass));
    }

    @Override
    public String ask() throws IOException, InterruptedException {
        try (Transport transport = new SocketTransport(Optional.empty())) {
            for (int attempt = 1; ; attempt++) {
                try {
                    Transport.Answer answer = transport.send(question());
                    boolean isBusy =
                            answer.status() == TOO_MANY || answer.status() >= SERVER_ERRORS;
                    if (!isBusy || attempt == ATTEMPTS) {
                        return token(answer);
                    }
                } catch (IOException e) {
                    if (attempt == ATTEMPTS) {
                        throw new IOException("GitHub gave no token: " + e.getMessage(), e);
                    }
                }
                TimeUnit.MILLISECONDS.sleep(BETWEEN_ATTEMPTS_MILLIS);
            }
        }
    }

    private Transport.Message question() {
        return new Transport.Message(
                uri,
                "GET",
                Map.of("Authorization", "Bearer " + pass, Request.ACCEPT, "application/json"),
                Optional.empty(),
                ANSWER_TIME,
                Request.Repeats.UNTIL_ANSWERED);
    }

    private static String token(Transport.Answer answer) throws IOException {
        if (answer.status() != OK) {
            throw new IOException("GitHub gave no token: it answered with " + answer.status());
        }
        try {
            return Fields.parse(answer.body()).text("value");
        } catch (StoreException.Corrupted e) {
            throw new IOException("GitHub gave no token: there is none in its answer");
        }
    }
}
