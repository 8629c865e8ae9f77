package holdfast.client;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * The bearer token by which servers know the caller. It is asked for with every request, since it may be replaced meanwhile. Safe for use
 * by many threads.
 */
@FunctionalInterface
public interface Credential {
    /**
     * Empty to go without one.
     *
     * @throws holdfast.model.NotPermittedException if there is none and never was
     * @throws holdfast.model.InvalidRequestException if it is not where it is said to be
     * @throws holdfast.store.StoreException.Unavailable if there was one, and there may be one again
     */
    Optional<String> get();

    /** A server did not take this token. Whoever remembers it asks for another. */
    default void refused(String token) {}

    /** What is in a file, which is read each time. */
    static Credential ofFile(Path file) {
        return new TokenFile(file);
    }

    /**
     * What a command of the shell prints. It is run again before that has run out, if it is a JWT, and when a server does not take it. What
     * the command says on its standard error goes to that of this process.
     */
    static Credential ofCommand(String command) {
        return new Remembered(new TokenCommand(command));
    }

    /**
     * What GitHub gives to a job with the permission {@code id-token: write}, again and again while the job runs. Empty if the environment
     * is that of no such job.
     *
     * @param audience what the servers expect in the claim {@code aud}
     */
    static Optional<Credential> ofGitHubActions(Map<String, String> environment, String audience) {
        return GitHubToken.in(environment, audience).map(Remembered::new);
    }
}
