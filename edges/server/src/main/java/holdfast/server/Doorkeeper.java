package holdfast.server;

import holdfast.model.ErrorCode;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.Method;
import io.helidon.http.ServerRequestHeaders;
import io.helidon.webserver.http.RoutingRequest;
import java.net.URI;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Stands before all routes and mounts, and turns away what a page of some other site has a browser send: a browser on this machine, or one
 * that knows a credential, would lend it its rights.
 */
final class Doorkeeper {
    private static final HeaderName FETCH_SITE = HeaderNames.create("Sec-Fetch-Site");
    private static final HeaderName FETCH_MODE = HeaderNames.create("Sec-Fetch-Mode");

    /** What a form can send without asking first. */
    private static final Set<String> FORMS =
            Set.of("text/plain", "multipart/form-data", "application/x-www-form-urlencoded");

    private static final Pattern LOOPBACK =
            Pattern.compile("localhost\\.?|127(\\.\\d{1,3}){3}|\\[::1]");
    private static final Pattern PORT = Pattern.compile(":\\d*$");

    /** Whom a server may be asked for by. */
    enum Names {
        /** Of this machine only: a name that some other site gave to it is none. */
        LOOPBACK,
        ANY
    }

    private final Names names;
    private final String ownHost;

    /** What was asked for last, and may be. */
    private volatile String lastHost = "";

    /** @param ownHost where the server listens: a name that it may be asked for by */
    Doorkeeper(Names names, String ownHost) {
        this.names = names;
        this.ownHost = ownHost.toLowerCase(Locale.ROOT);
    }

    /** For a gate: where whoever comes without a credential may do everything, only this machine may come. */
    static Doorkeeper of(Gate gate, String ownHost) {
        return new Doorkeeper(isOpen(gate) ? Names.LOOPBACK : Names.ANY, ownHost);
    }

    private static boolean isOpen(Gate gate) {
        try {
            return gate.admit(new Gate.Credential(Optional.empty(), Optional.empty()))
                    instanceof LocalCaller;
        } catch (Gate.Denied e) {
            return false;
        }
    }

    /** Why a request is not let in; empty if it is. */
    Optional<Problem> objection(RoutingRequest request) {
        ServerRequestHeaders headers = request.headers();
        String host = headers.first(HeaderNames.HOST).orElse("");
        if (names == Names.LOOPBACK && !isOfThisMachine(host)) {
            return Optional.of(
                    new Problem(
                            ErrorCode.PERMISSION_DENIED,
                            "no access is configured, so this server answers only when it is"
                                    + " asked for as localhost"));
        }
        if (!isOwnPage(request, host)) {
            return Optional.of(
                    new Problem(
                            ErrorCode.PERMISSION_DENIED,
                            "a page of another site has sent this; none may"));
        }
        String type = headers.first(HeaderNames.CONTENT_TYPE).orElse(Reply.JSON);
        if (!type.equals(Reply.JSON) && isForm(type)) {
            return Optional.of(
                    new Problem(
                                    ErrorCode.INVALID_REQUEST,
                                    "a body must be of type application/json, not '"
                                            + type.split(";", 2)[0].strip()
                                            + "'")
                            .withStatus(Statuses.UNSUPPORTED_MEDIA_TYPE));
        }
        return Optional.empty();
    }

    private static boolean isForm(String type) {
        return FORMS.contains(type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT));
    }

    /** No browser leaves the header out. */
    private boolean isOfThisMachine(String host) {
        if (host.isEmpty() || host.equals(lastHost)) {
            return true;
        }
        String bare = PORT.matcher(host.toLowerCase(Locale.ROOT)).replaceFirst("");
        if (bare.equals(ownHost) || LOOPBACK.matcher(bare).matches()) {
            lastHost = host;
            return true;
        }
        return false;
    }

    /** What browsers say about where a request comes from, and no page can change. Other clients say nothing. */
    private static boolean isOwnPage(RoutingRequest request, String host) {
        ServerRequestHeaders headers = request.headers();
        Optional<String> site = headers.first(FETCH_SITE);
        if (site.isPresent()) {
            return site.get().equals("same-origin")
                    || site.get().equals("none")
                    || isFollowedLink(request);
        }
        return headers.first(HeaderNames.ORIGIN)
                .map(origin -> host.toLowerCase(Locale.ROOT).equals(authority(origin)))
                .orElse(true);
    }

    /** Whoever sent the browser here does not see what it shows. */
    private static boolean isFollowedLink(RoutingRequest request) {
        return request.prologue().method().equals(Method.GET)
                && request.headers().first(FETCH_MODE).orElse("").equals("navigate");
    }

    private static String authority(String origin) {
        try {
            return String.valueOf(URI.create(origin).getRawAuthority()).toLowerCase(Locale.ROOT);
        } catch (IllegalArgumentException e) {
            return "";
        }
    }
}
