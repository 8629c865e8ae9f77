package holdfast.server;

import holdfast.access.TokenLines;
import holdfast.access.TokenRecord;
import holdfast.access.Tokens;
import holdfast.audit.AuditEvent;
import holdfast.audit.AuditFailedException;
import holdfast.audit.AuditTrail;
import holdfast.model.ErrorCode;
import holdfast.model.Freeze;
import holdfast.model.Hold;
import holdfast.notify.Notification;
import holdfast.notify.Notifier;
import holdfast.state.StateName;
import holdfast.state.StateVersion;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Has written down, and tells others, what is done here. */
final class Recorder implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Recorder.class);

    private final Optional<AuditTrail> audit;
    private final Optional<Notifier> notifier;
    private final List<Runnable> deaf = new ArrayList<>();

    private Recorder(Optional<AuditTrail> audit, Optional<Notifier> notifier) {
        this.audit = audit;
        this.notifier = notifier;
    }

    /** Hears from now on what the engine does. */
    static Recorder of(HoldfastServer.Parts parts) {
        var recorder = new Recorder(parts.beside().audit(), parts.beside().notifier());
        recorder.audit.ifPresent(trail -> recorder.deaf.add(parts.engine().onEvent(trail::record)));
        recorder.notifier.ifPresent(told -> recorder.deaf.add(parts.engine().onEvent(told::tell)));
        return recorder;
    }

    /** Brings to disk what will be done, after another has written it down. If that fails, it must not be done. */
    Witness after(Witness other) {
        return (act, locks) -> {
            other.beforeForceUnlock(act, locks);
            announce(locks.stream().map(target -> forceUnlock(act, target)).toList());
        };
    }

    private static AuditEvent forceUnlock(Witness.Act act, Witness.Target target) {
        Map<String, String> metadata = by(act.by(), act.identity());
        metadata.put("reason", act.reason());
        return new AuditEvent(
                now(),
                AuditEvent.Level.WARN,
                "lock.force_unlock.requested",
                target.resource().displayName(),
                target.lock().text(),
                target.owner() == null ? null : target.owner().name(),
                metadata,
                null);
    }

    /** Brings to disk who will do what to a lock of another: the engine only knows the lock's owner. If that fails, it must not be done. */
    void beforeActingForAnother(String event, Caller by, Hold hold) {
        announce(
                List.of(
                        new AuditEvent(
                                now(),
                                AuditEvent.Level.WARN,
                                event,
                                hold.resource().displayName(),
                                hold.id().text(),
                                hold.owner().name(),
                                by(by.name(), by.identity()),
                                null)));
    }

    /** A name may be that of several; the identity, where access is configured, is not. */
    private static Map<String, String> by(String name, String identity) {
        var metadata = new HashMap<>(Map.of("by", name));
        if (!identity.isEmpty()) {
            metadata.put("identity", identity);
        }
        return metadata;
    }

    /** All of them wait for the disk once. */
    private void announce(List<AuditEvent> events) {
        try {
            audit.ifPresent(trail -> trail.announce(events));
        } catch (AuditFailedException e) {
            throw new Problem(ErrorCode.BACKEND_ERROR, String.valueOf(e.getMessage()));
        }
    }

    /**
     * What is done to a state.
     *
     * @param by who does it, as its credential says
     * @param lock under which it is done; null if it needs none
     * @param detail which of its versions, in words
     */
    record StateDeed(String event, StateName state, Doer by, @Nullable Hold lock, String detail) {
        private AuditEvent written(AuditEvent.Level level, Map<String, String> more) {
            var metadata = new HashMap<>(more);
            metadata.putAll(Recorder.by(by.name(), by.identity()));
            metadata.put("state", state.toString());
            metadata.put("detail", detail);
            return new AuditEvent(
                    now(),
                    level,
                    event,
                    state.root().text(),
                    lockId(),
                    lock == null ? by.name() : lock.owner().name(),
                    metadata,
                    null);
        }

        private @Nullable String lockId() {
            return lock == null ? null : lock.id().text();
        }
    }

    /** @param identity which credential it has; empty while no access is configured */
    record Doer(String name, String identity) {
        static Doer of(Caller caller) {
            return new Doer(caller.name(), caller.identity());
        }
    }

    /** Brings to disk who will do what to a state. If that fails, it must not be done. */
    void before(StateDeed deed) {
        announce(List.of(deed.written(AuditEvent.Level.WARN, Map.of())));
    }

    /** @param version the new one, or the one that was removed */
    void after(StateDeed deed, StateVersion version) {
        var metadata = new HashMap<String, String>();
        metadata.put("version", version.id());
        String alarm = version.facts().get("alarm");
        if (alarm != null) {
            metadata.put("alarm", alarm);
        }
        AuditEvent.Level level = alarm == null ? AuditEvent.Level.INFO : AuditEvent.Level.WARN;
        audit.ifPresent(trail -> trail.record(deed.written(level, metadata)));
        tell(() ->
                new Notification(
                        now(),
                        deed.event(),
                        deed.state().toString(),
                        deed.lockId(),
                        deed.by().name(),
                        deed.detail(),
                        metadata));
    }

    /** Never fails: it has been done already. */
    private void tell(Supplier<Notification> done) {
        try {
            notifier.ifPresent(told -> told.tell(done.get()));
        } catch (RuntimeException e) {
            LOG.error("what was done is not told to webhooks", e);
        }
    }

    /** @param identity of who placed it */
    void froze(Freeze freeze, String identity) {
        freezing("freeze.placed", freeze, new Doer(freeze.by(), identity));
    }

    void thawed(Freeze freeze, Doer by) {
        freezing("freeze.lifted", freeze, by);
    }

    private void freezing(String event, Freeze freeze, Doer by) {
        Map<String, String> metadata = by(by.name(), by.identity());
        metadata.put("freeze_id", freeze.id());
        metadata.put("until", freeze.until().toString());
        metadata.put("reason", freeze.reason());
        Instant now = now();
        String prefix = freeze.prefix().toString();
        audit.ifPresent(trail ->
                trail.record(
                        new AuditEvent(
                                now,
                                AuditEvent.Level.WARN,
                                event,
                                prefix,
                                null,
                                null,
                                metadata,
                                null)));
        tell(() ->
                new Notification(now, event, prefix, null, by.name(), freeze.reason(), metadata));
    }

    /** @param identity of who made it */
    void madeToken(Tokens.Created made, String identity) {
        String event =
                switch (made.secret()) {
                    case FIRST -> TokenLines.CREATED;
                    case REPLACED -> "token.secret_replaced";
                };
        token(event, made.record(), new Doer(made.record().createdBy(), identity));
    }

    void revokedToken(TokenRecord token, Doer by) {
        token(TokenLines.REVOKED, token, by);
    }

    private void token(String event, TokenRecord token, Doer by) {
        Map<String, String> metadata = by(by.name(), by.identity());
        metadata.put("detail", token.inWords());
        audit.ifPresent(trail ->
                trail.record(
                        new AuditEvent(
                                now(),
                                AuditEvent.Level.WARN,
                                event,
                                null,
                                null,
                                null,
                                metadata,
                                null)));
    }

    private static Instant now() {
        return InstantSource.system().instant();
    }

    @Override
    public void close() {
        deaf.forEach(Runnable::run);
    }
}
