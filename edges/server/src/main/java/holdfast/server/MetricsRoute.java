package holdfast.server;

import holdfast.model.ErrorCode;
import holdfast.model.Prefix;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** What was measured, for Prometheus. */
final class MetricsRoute {
    private static final String TEXT = "text/plain; version=0.0.4; charset=utf-8";

    private final Optional<Supplier<String>> metrics;

    MetricsRoute(Optional<Supplier<String>> metrics) {
        this.metrics = metrics;
    }

    void addTo(Routes routes) {
        routes.get("/metrics", this::scrape);
    }

    private Reply scrape(Call call) {
        // The names of all stacks are in it.
        call.require(Deed.READ, Prefix.EVERYTHING);
        call.query().end();
        String text =
                metrics.orElseThrow(() ->
                                new Problem(
                                        ErrorCode.LOCK_NOT_FOUND,
                                        "this server does not measure anything"))
                        .get();
        return new Reply(Statuses.OK, TEXT, text.getBytes(StandardCharsets.UTF_8), Map.of());
    }
}
