package holdfast.model;

import java.util.Map;

/**
 * What a person did to someone else's lock, kept in the same transaction as the deed.
 *
 * @param action what was done, such as {@code force-unlock}
 * @param by who did it
 */
public record AuditEntry(
        String action, String by, String reason, Resource resource, Map<String, String> details) {
    public AuditEntry {
        by = Names.checked("the name of who acts", by, Owner.NAME_LENGTH_MAX);
        reason = Texts.checked("reason", reason, Note.REASON_LENGTH_MAX);
        details = Map.copyOf(details);
    }
}
