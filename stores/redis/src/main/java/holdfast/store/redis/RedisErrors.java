package holdfast.store.redis;

import holdfast.store.StoreException;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.RedisConnectionException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedChannelException;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Says of a failure what it means for the caller: nothing was written, or nobody knows, or the settings do not fit. */
final class RedisErrors {
    /** The server refuses these before it runs anything, and will not for ever. */
    private static final Set<String> PASSING =
            Set.of(
                    "LOADING",
                    "BUSY",
                    "MASTERDOWN",
                    "CLUSTERDOWN",
                    "TRYAGAIN",
                    "READONLY",
                    "OOM",
                    "MISCONF",
                    "NOREPLICAS",
                    "MOVED",
                    "ASK",
                    "UNKILLABLE",
                    "NOSCRIPT");

    /** What a server says to the first command, wherever in the message of a failed connection it stands. */
    private static final Pattern SAID = Pattern.compile("(NOAUTH|WRONGPASS|NOPERM|ERR) [^\n]*");

    private final String server;
    private final boolean tls;

    /** What was asked for: only what writes can leave its outcome unknown. */
    enum Intent {
        LOOK,
        WRITE
    }

    RedisErrors(RedisAddress address) {
        this.server = address.toString();
        this.tls = server.startsWith("rediss");
    }

    /** What the server answered to the first command says more than that there is no connection. */
    StoreException ofOpening(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            var said = SAID.matcher(String.valueOf(cause.getMessage()));
            if (said.find()) {
                return refused(new RedisCommandExecutionException(said.group()), Intent.LOOK);
            }
        }
        StoreException known = of(failure, Intent.LOOK);
        return known instanceof StoreException.Unavailable && !isUnreachable(failure)
                ? new StoreException.Unavailable(known.getMessage() + secured(), failure)
                : known;
    }

    static boolean isOverBeforeItWasSeen(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (String.valueOf(cause.getMessage()).contains("HandshakeHandler not registered")) {
                return true;
            }
        }
        return false;
    }

    private static boolean isUnreachable(Throwable failure) {
        return find(failure, ConnectException.class) != null
                || find(failure, UnknownHostException.class) != null;
    }

    private String secured() {
        return tls
                ? " (if it speaks no TLS, use redis:// instead of rediss://)"
                : " (if it speaks only TLS, use rediss:// instead of redis://)";
    }

    StoreException of(Throwable failure, Intent intent) {
        Throwable cause = unwrapped(failure);
        if (cause instanceof StoreException known) {
            return known;
        }
        if (cause instanceof RedisCommandExecutionException refused) {
            return refused(refused, intent);
        }
        SSLException tls = find(cause, SSLException.class);
        if (tls != null) {
            return new StoreException.Incompatible(
                    server
                            + " cannot be reached by TLS ("
                            + tls.getMessage()
                            + "): use redis:// if it speaks plain text, or make its certificate known to Java");
        }
        if (cause instanceof RedisConnectionException || wasNotSent(cause)) {
            return unavailable(cause);
        }
        return intent == Intent.LOOK ? unavailable(cause) : unknown(cause);
    }

    private StoreException refused(RedisCommandExecutionException refused, Intent intent) {
        String message = String.valueOf(refused.getMessage());
        String code = message.split(" ", 2)[0];
        if (PASSING.contains(code)) {
            return new StoreException.Unavailable(server + " cannot work now: " + message, refused);
        }
        return switch (code) {
            case "NOAUTH" ->
                    incompatible(
                            "wants a password: put it into the address, as in redis://:PASSWORD@HOST",
                            message);
            case "WRONGPASS" ->
                    incompatible(
                            "does not accept the user or password of the address: correct them",
                            message);
            case "NOPERM" -> notPermitted(message);
            case "WRONGTYPE" ->
                    new StoreException.Corrupted(
                            server
                                    + " has keys of something else under the prefix: choose another by ?prefix= ("
                                    + message
                                    + ")",
                            refused);
            default -> other(message, refused, intent);
        };
    }

    private StoreException other(
            String message, RedisCommandExecutionException refused, Intent intent) {
        String lower = message.toLowerCase(Locale.ROOT);
        if (lower.contains("invalid password") || lower.contains("without any password")) {
            return incompatible("does not accept the password of the address: correct it", message);
        }
        if (lower.contains("cluster support disabled")) {
            return incompatible("is not a cluster: use redis://", message);
        }
        if (lower.contains("unknown command") || lower.contains("unknown redis command")) {
            return incompatible("is too old or lacks a command: use Redis 6.2 or newer", message);
        }
        if (lower.contains("the user executing the script can't")) {
            return notPermitted(message);
        }
        // A script that failed on its way may have written something.
        return intent == Intent.LOOK
                ? new StoreException.Unavailable(server + " failed: " + message, refused)
                : new StoreException.OutcomeUnknown(server + " failed: " + message, refused);
    }

    private StoreException notPermitted(String message) {
        return incompatible(
                "does not permit what Holdfast needs: let the user run scripts and the commands in them,"
                        + " on the keys and channels of the prefix",
                message);
    }

    private StoreException incompatible(String what, String message) {
        return new StoreException.Incompatible(server + " " + what + " (" + message + ")");
    }

    private StoreException unavailable(Throwable cause) {
        return new StoreException.Unavailable(
                server + " cannot be reached: " + reason(cause), cause);
    }

    private StoreException unknown(Throwable cause) {
        return new StoreException.OutcomeUnknown(
                "the answer of " + server + " was lost: " + reason(cause), cause);
    }

    /** Lettuce refuses to send while there is no connection; its exception has no type of its own. */
    private static boolean wasNotSent(Throwable cause) {
        return String.valueOf(cause.getMessage()).contains("Currently not connected");
    }

    private static String reason(Throwable cause) {
        if (cause instanceof TimeoutException
                || cause instanceof RedisCommandTimeoutException
                || cause instanceof CancellationException) {
            return "it did not answer in time";
        }
        if (cause instanceof ClosedChannelException) {
            return "the connection was closed";
        }
        Throwable deepest = cause;
        while (deepest.getCause() != null) {
            deepest = deepest.getCause();
        }
        String why = String.valueOf(cause.getMessage());
        String root = String.valueOf(deepest.getMessage());
        return why.contains(root) ? why : why + ": " + root;
    }

    static Throwable unwrapped(Throwable failure) {
        Throwable cause = failure;
        while ((cause instanceof CompletionException || cause instanceof ExecutionException)
                && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }

    private static <T extends Throwable> @Nullable T find(Throwable failure, Class<T> kind) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (kind.isInstance(cause)) {
                return kind.cast(cause);
            }
        }
        return null;
    }
}
