package holdfast.app;

import holdfast.audit.AuditEvent;
import holdfast.audit.AuditFailedException;
import holdfast.audit.AuditTrail;
import holdfast.notify.Notification;
import holdfast.notify.Notifier;
import holdfast.terraform.Witness;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Writes into the audit trail what is done to Terraform's states, and tells it to webhooks. */
final class TerraformWitness implements Witness {
    private final Optional<AuditTrail> trail;
    private final Optional<Notifier> notifier;
    private final InstantSource clock;

    TerraformWitness(Optional<AuditTrail> trail, Optional<Notifier> notifier, InstantSource clock) {
        this.trail = trail;
        this.notifier = notifier;
        this.clock = clock;
    }

    @Override
    public void before(List<Act> acts) {
        try {
            trail.ifPresent(each -> each.announce(acts.stream().map(this::event).toList()));
        } catch (AuditFailedException e) {
            throw new Unwritten(String.valueOf(e.getMessage()));
        }
    }

    @Override
    public void after(Act act) {
        trail.ifPresent(each -> each.record(event(act)));
        notifier.ifPresent(each -> each.tell(notification(act)));
    }

    private Notification notification(Act act) {
        return new Notification(
                clock.instant(),
                act.event(),
                act.state().toString(),
                act.lock(),
                act.by(),
                detail(act),
                act.facts());
    }

    /** What people should read first. */
    private static String detail(Act act) {
        return Stream.of("alarm", "reason", "late", "unlocked", "version")
                .filter(act.facts()::containsKey)
                .map(fact -> (fact.equals("version") ? "version " : "") + act.facts().get(fact))
                .findFirst()
                .orElse("");
    }

    private AuditEvent event(Act act) {
        Map<String, String> metadata = new HashMap<>(act.facts());
        metadata.put("by", act.by());
        metadata.put("detail", detail(act));
        metadata.put("state", act.state().toString());
        return new AuditEvent(
                clock.instant(),
                AuditEvent.Level.WARN,
                act.event(),
                act.state().root().text(),
                act.lock(),
                act.by(),
                metadata,
                null);
    }
}
