/**
 * The audit trail: one JSON line for each operation on locks, in files and in documents, each line carrying the hash of the one before.
 *
 * <p>A server opens one {@link holdfast.audit.AuditTrail} and hands it to its engine: {@code engine.onEvent(trail::record)}. What is
 * about to be done to someone else's lock it announces first, with {@link holdfast.audit.AuditTrail#announce}: when that returns the
 * line is on disk, and when it throws the deed must not be done. The rule that a force-unlock is written down with it stays in the
 * core, where it is part of the same commit; the trail is what a server adds to that. What is no event of the engine, such as a freeze, goes
 * through {@link holdfast.audit.AuditTrail#record(AuditEvent)}. {@link holdfast.audit.AuditQuery} finds lines,
 * {@link holdfast.audit.AuditVerification} tells whether they were tampered with.
 */
@NullMarked
package holdfast.audit;

import org.jspecify.annotations.NullMarked;
