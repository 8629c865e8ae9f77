/**
 * Asks the rulebook and commits what it says: waiting, heart-beating, freezes, deadlock scans and events around the store. No
 * lock rule is here. Start at {@code LockEngine}; applications use {@code holdfast.Holdfast}.
 */
@NullMarked
package holdfast.engine;

import org.jspecify.annotations.NullMarked;
