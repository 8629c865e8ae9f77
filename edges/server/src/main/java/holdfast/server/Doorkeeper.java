package holdfast.server;

import holdfast.model.ErrorCode;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.Method;
import io.helidon.http.ServerRequestHeaders;
import io.helidon.webserver.http.Filter;
import io.helidon.webserver.http.FilterChain;
import io.helidon.webserver.http.RoutingRequest;
import io.helidon.webserver.http.RoutingResponse;
import java.net.URI;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * Stands before all routes and mounts, and turns away what a page of some other site has a browser send: a browser on this machine, or one
 * that knows a credential, would lend it its rights.
 */
final class Doorkeeper implements Filter {
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
    private final Function<Problem, Reply> refused;

    /**
     * @param ownHost where the server listens: a name that it may be asked for by
     * @param refused is told of each that is turned away, and answers for it
     */
    Doorkeeper(Names names, String ownHost, Function<Problem, Reply> refused) {
        this.names = names;
        this.refused = refused;
        this.ownHost = ownHost.toLowerCase(Locale.ROOT);
    }

    /** For a gate: where whoever comes without a credential may do everything, only this machine may come. */
    static Doorkeeper of(Gate gate, String ownHost, Function<Problem, Reply> refused) {
        return new Doorkeeper(isOpen(gate) ? Names.LOOPBACK : Names.ANY, ownHost, refused);
    }

    private static boolean isOpen(Gate gate) {
        try {
            return gate.admit(new Gate.Credential(Optional.empty(), Optional.empty()))
                    instanceof LocalCaller;
        } catch (Gate.Denied e) {
            return false;
        }
    }

    @Override
    public void filter(FilterChain chain, RoutingRequest request, RoutingResponse response) {
        Optional<Problem> objection = objection(request);
        if (objection.isPresent()) {
            Routes.send(response, refused.apply(objection.get()));
        } else {
            chain.proceed();
        }
    }

    private Optional<Problem> objection(RoutingRequest request) {
        ServerRequestHeaders headers = request.headers();
        String host = headers.first(HeaderNames.HOST).orElse("").toLowerCase(Locale.ROOT);
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
        String type = headers.first(HeaderNames.CONTENT_TYPE).orElse("").split(";", 2)[0].strip();
        if (FORMS.contains(type.toLowerCase(Locale.ROOT))) {
            return Optional.of(
                    new Problem(
                                    ErrorCode.INVALID_REQUEST,
                                    "a body must be of type application/json, not '" + type + "'")
                            .withStatus(Statuses.UNSUPPORTED_MEDIA_TYPE));
        }
        return Optional.empty();
    }

    /** No browser leaves the header out. */
    private boolean isOfThisMachine(String host) {
        String bare = PORT.matcher(host).replaceFirst("");
        return host.isEmpty() || bare.equals(ownHost) || LOOPBACK.matcher(bare).matches();
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
                .map(origin -> host.equals(authority(origin)))
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
