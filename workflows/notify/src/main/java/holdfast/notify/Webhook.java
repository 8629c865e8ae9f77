package holdfast.notify;

import holdfast.model.InvalidRequestException;
import java.net.URI;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Who is told, and of what.
 *
 * @param name what people call it
 * @param url where it listens; may be a secret by itself, so it is never shown
 * @param secret what its messages are signed with; null not to sign them
 * @param events such as {@code lock.forced}, or {@code lock} for all of locks
 */
public record Webhook(
        String name, URI url, @Nullable String secret, Set<String> events, Form form) {
    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9-]{0,49}");
    private static final int SECRET_LENGTH_MIN = 16;

    /** How messages look. */
    public enum Form {
        /** All that is known, as JSON. */
        JSON,
        /** A line for people, as an incoming webhook of Slack takes it. */
        SLACK
    }

    public Webhook {
        events = Set.copyOf(events);
        if (!NAME.matcher(name).matches()) {
            throw new InvalidRequestException(
                    "the name of a webhook has up to 50 small letters, digits and dashes");
        }
        checkUrl(name, url);
        if (secret != null && secret.length() < SECRET_LENGTH_MIN) {
            throw new InvalidRequestException(
                    "the secret of webhook '"
                            + name
                            + "' has less than "
                            + SECRET_LENGTH_MIN
                            + " characters, which can be guessed");
        }
        if (events.isEmpty()) {
            throw new InvalidRequestException("webhook '" + name + "' names no events");
        }
        checkEvents(name, events);
    }

    /** Whoever mistypes an event would never be told of it. */
    private static void checkEvents(String name, Set<String> events) {
        List<String> unknown =
                events.stream().filter(event -> !KnownEvents.isAskedFor(event)).sorted().toList();
        if (!unknown.isEmpty()) {
            throw new InvalidRequestException(
                    "webhook '"
                            + name
                            + "' names events that are unknown: "
                            + String.join(", ", unknown)
                            + "; known are "
                            + KnownEvents.inWords());
        }
    }

    private static void checkUrl(String name, URI url) {
        boolean web = "http".equals(url.getScheme()) || "https".equals(url.getScheme());
        if (!web
                || url.getHost() == null
                || url.getUserInfo() != null
                || url.getFragment() != null) {
            throw new InvalidRequestException(
                    "the address of webhook '"
                            + name
                            + "' must be an http or https one with a host, and without user or fragment");
        }
    }

    /** Whether whoever gets its messages can know that they are not from somebody else. Slack has no use for that. */
    public boolean isUnsigned() {
        return secret == null && form == Form.JSON;
    }

    boolean wants(String event) {
        return events.stream().anyMatch(wanted -> KnownEvents.isMeant(wanted, event));
    }

    @Override
    public String toString() {
        return "Webhook[name=" + name + ", host=" + url.getHost() + ", events=" + events + "]";
    }
}
