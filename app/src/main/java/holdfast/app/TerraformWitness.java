package holdfast.app;

import holdfast.audit.AuditEvent;
import holdfast.audit.AuditFailedException;
import holdfast.audit.AuditTrail;
import holdfast.terraform.Witness;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;

/** Writes into the audit trail what is done to Terraform's states. */
final class TerraformWitness implements Witness {
    private final AuditTrail trail;
    private final InstantSource clock;

    TerraformWitness(AuditTrail trail, InstantSource clock) {
        this.trail = trail;
        this.clock = clock;
    }

    @Override
    public void before(Act act) {
        try {
            trail.announce(event(act));
        } catch (AuditFailedException e) {
            throw new Unwritten(String.valueOf(e.getMessage()));
        }
    }

    @Override
    public void after(Act act) {
        trail.record(event(act));
    }

    private AuditEvent event(Act act) {
        Map<String, String> metadata = new HashMap<>(act.facts());
        metadata.put("by", act.by());
        metadata.put("state", act.state().toString());
        return new AuditEvent(
                clock.instant(),
                AuditEvent.Level.WARN,
                act.event(),
                act.state().root().text(),
                act.lock(),
                null,
                metadata,
                null);
    }
}
