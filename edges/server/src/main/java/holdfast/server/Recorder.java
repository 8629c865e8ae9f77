package holdfast.server;

import holdfast.access.Grant;
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
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Has written down, and tells others, what is done here. */
final class Recorder implements AutoCloseable {
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
            locks.forEach(target -> announce(forceUnlock(act, target)));
        };
    }

    private static AuditEvent forceUnlock(Witness.Act act, Witness.Target target) {
        var metadata = new HashMap<>(Map.of("by", act.by(), "reason", act.reason()));
        if (!act.identity().isEmpty()) {
            metadata.put("identity", act.identity());
        }
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
    void beforeActingForAnother(String event, String by, Hold hold) {
        announce(
                new AuditEvent(
                        now(),
                        AuditEvent.Level.WARN,
                        event,
                        hold.resource().displayName(),
                        hold.id().text(),
                        hold.owner().name(),
                        Map.of("by", by),
                        null));
    }

    private void announce(AuditEvent event) {
        try {
            audit.ifPresent(trail -> trail.announce(event));
        } catch (AuditFailedException e) {
            throw new Problem(ErrorCode.BACKEND_ERROR, String.valueOf(e.getMessage()));
        }
    }

    /**
     * What is done to a state.
     *
     * @param by who does it
     * @param lock under which it is done; null if it needs none
     * @param detail which of its versions, in words
     */
    record StateDeed(
            String event, StateName state, String by, @Nullable String lock, String detail) {
        private AuditEvent written(AuditEvent.Level level, Map<String, String> more) {
            var metadata = new HashMap<>(more);
            metadata.put("by", by);
            metadata.put("state", state.toString());
            metadata.put("detail", detail);
            return new AuditEvent(
                    now(), level, event, state.root().text(), lock, by, metadata, null);
        }
    }

    /** Brings to disk who will do what to a state. If that fails, it must not be done. */
    void before(StateDeed deed) {
        announce(deed.written(AuditEvent.Level.WARN, Map.of()));
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
        notifier.ifPresent(told ->
                told.tell(
                        new Notification(
                                now(),
                                deed.event(),
                                deed.state().toString(),
                                deed.lock(),
                                deed.by(),
                                deed.detail(),
                                metadata)));
    }

    void froze(Freeze freeze) {
        freezing("freeze.placed", freeze, freeze.by(), freeze.reason());
    }

    void thawed(Freeze freeze, String by) {
        freezing("freeze.lifted", freeze, by, null);
    }

    private void freezing(String event, Freeze freeze, String by, @Nullable String reason) {
        Map<String, String> metadata =
                Map.of(
                        "by",
                        by,
                        "freeze_id",
                        freeze.id(),
                        "until",
                        freeze.until().toString(),
                        "reason",
                        reason == null ? freeze.reason() : reason);
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
        notifier.ifPresent(told ->
                told.tell(
                        new Notification(now, event, prefix, null, by, freeze.reason(), metadata)));
    }

    void madeToken(Tokens.Created made) {
        String event =
                switch (made.secret()) {
                    case FIRST -> "token.created";
                    case REPLACED -> "token.secret_replaced";
                };
        token(event, made.record(), made.record().createdBy());
    }

    void revokedToken(TokenRecord token, String by) {
        token("token.revoked", token, by);
    }

    private void token(String event, TokenRecord token, String by) {
        String roles =
                token.grants().stream().map(Grant::toString).collect(Collectors.joining("; "));
        Map<String, String> metadata =
                Map.of("by", by, "detail", token.id() + " for " + token.name() + ": " + roles);
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
