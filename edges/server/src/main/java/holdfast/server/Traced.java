package holdfast.server;

import io.helidon.common.uri.UriPath;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.Filter;
import io.helidon.webserver.http.FilterChain;
import io.helidon.webserver.http.RoutingRequest;
import io.helidon.webserver.http.RoutingResponse;
import java.time.Instant;
import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Makes a span of each request, in the trace that its caller names ({@code traceparent}) or in a new one. */
final class Traced implements Filter {
    private static final HeaderName PARENT = HeaderNames.create("traceparent");
    private static final Pattern CONTEXT =
            Pattern.compile("00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})");

    private static final int TRACE_BYTES = 16;
    private static final int SPAN_BYTES = 8;

    private final Traces traces;
    private final RouteNames names;

    Traced(Traces traces, RouteNames names) {
        this.traces = traces;
        this.names = names;
    }

    @Override
    public void filter(FilterChain chain, RoutingRequest request, RoutingResponse response) {
        Matcher context = CONTEXT.matcher(request.headers().first(PARENT).orElse(""));
        boolean named = context.matches();
        if (named && (Integer.parseInt(context.group(3), 16) & 1) == 0) {
            // Its caller does not want it to be recorded.
            chain.proceed();
            return;
        }
        String trace = named ? context.group(1) : random(TRACE_BYTES);
        String parent = named ? context.group(2) : "";
        Instant now = Instant.now();
        long began = TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
        long since = System.nanoTime();
        try {
            chain.proceed();
        } finally {
            // Not that of the request itself, which begins anew below a mount.
            UriPath path = request.prologue().uriPath();
            traces.add(
                    new Traces.Span(
                            trace,
                            random(SPAN_BYTES),
                            parent,
                            names.of(request.prologue().method().text(), path),
                            path.rawPath(),
                            began,
                            began + System.nanoTime() - since,
                            response.status().code()));
        }
    }

    private static String random(int bytes) {
        byte[] random = new byte[bytes];
        ThreadLocalRandom.current().nextBytes(random);
        return HexFormat.of().formatHex(random);
    }
}
