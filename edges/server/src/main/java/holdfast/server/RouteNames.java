package holdfast.server;

import io.helidon.common.uri.UriPath;
import io.helidon.http.PathMatcher;
import io.helidon.http.PathMatchers;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** What requests are called where names have to be few: by their method and the route's pattern, whatever is asked for. */
final class RouteNames {
    /** Those of HTTP, and those by which Terraform locks. A caller may make up others. */
    private static final Set<String> METHODS =
            Set.of(
                    "GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT",
                    "LOCK", "UNLOCK");

    private static final String OTHER_METHOD = "HTTP";

    private final Supplier<List<String>> routes;
    private final List<String> mounts;
    private volatile List<Known> known = List.of();

    private record Known(String method, String pattern, PathMatcher matcher) {
        static Known of(String route) {
            String[] parts = route.split(" ", 2);
            return new Known(parts[0], parts[1], PathMatchers.create(parts[1]));
        }
    }

    /**
     * @param routes with their methods, asked for at the first request
     * @param mounts below which paths others answer
     */
    RouteNames(Supplier<List<String>> routes, List<String> mounts) {
        this.routes = routes;
        this.mounts = mounts;
    }

    /** As in {@code GET /v1/locks/{lock_id}}; the method alone where there is no route. */
    String of(String method, UriPath path) {
        String called = METHODS.contains(method) ? method : OTHER_METHOD;
        return pattern(method, path).map(pattern -> called + " " + pattern).orElse(called);
    }

    private Optional<String> pattern(String method, UriPath path) {
        String asked = method.equals("HEAD") ? "GET" : method;
        return known().stream()
                .filter(route -> route.method().equals(asked))
                .filter(route -> route.matcher().match(path).accepted())
                .map(Known::pattern)
                .findFirst()
                .or(() -> mounted(path.rawPath()));
    }

    private Optional<String> mounted(String path) {
        return mounts.stream()
                .filter(mount -> path.startsWith(mount + "/"))
                .map(mount -> mount + "/{name}")
                .findFirst();
    }

    private List<Known> known() {
        if (known.isEmpty()) {
            known = routes.get().stream().map(Known::of).toList();
        }
        return known;
    }
}
