/**
 * Redlock: plain leases over 1 to n independent Redis servers, decided by their majority. No store of locks: no queue, no
 * fencing token, no owner that people can read; {@code GUARANTEES.md} says when that is enough. Start at {@code Redlock}.
 */
@NullMarked
package holdfast.redlock;

import org.jspecify.annotations.NullMarked;
