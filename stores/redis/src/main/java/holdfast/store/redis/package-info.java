/**
 * Keeps locks and documents in Redis: one server, Sentinel or a cluster. The scripts beside these classes check, apply and stamp
 * what they are told; they know no lock rule. How the keys are laid out, and why, is in {@code docs/adr}. Start at
 * {@code RedisLockStore}.
 */
@NullMarked
package holdfast.store.redis;

import org.jspecify.annotations.NullMarked;
