package holdfast.server;

import holdfast.audit.AuditTrail;
import holdfast.model.ErrorCode;
import holdfast.notify.Notifier;
import holdfast.state.States;
import holdfast.store.DocumentStore;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * What a server has beside its engine. All of it stays the caller's to close, after the server.
 *
 * @param metrics all measurements, in Prometheus' text format
 * @param audit where operations are written down
 * @param documents where the trails of all servers can be looked up
 * @param notifier who else is told
 * @param traces where spans of requests go
 * @param states what the locks protect
 * @param errors is told the code of each request that got an error
 */
public record Beside(
        Optional<Supplier<String>> metrics,
        Optional<AuditTrail> audit,
        Optional<DocumentStore> documents,
        Optional<Notifier> notifier,
        Optional<Traces> traces,
        Optional<States> states,
        Consumer<ErrorCode> errors) {
    public static final Beside NOTHING =
            new Beside(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    /** Without traces and states, and nobody counts errors. */
    public Beside(
            Optional<Supplier<String>> metrics,
            Optional<AuditTrail> audit,
            Optional<DocumentStore> documents,
            Optional<Notifier> notifier) {
        this(metrics, audit, documents, notifier, Optional.empty(), Optional.empty(), code -> {});
    }

    public Beside with(Traces other) {
        return new Beside(metrics, audit, documents, notifier, Optional.of(other), states, errors);
    }

    public Beside with(States other) {
        return new Beside(metrics, audit, documents, notifier, traces, Optional.of(other), errors);
    }

    public Beside counting(Consumer<ErrorCode> other) {
        return new Beside(metrics, audit, documents, notifier, traces, states, other);
    }
}
