/**
 * Tells other systems what happens to locks: webhooks, signed, retried, and kept in a list when they cannot be delivered.
 *
 * <p>A server opens one {@link holdfast.notify.Notifier} and hands it to its engine: {@code engine.onEvent(notifier::tell)}. That never
 * blocks: each webhook has a bounded queue and a thread of its own. What is no event of the engine goes through
 * {@link holdfast.notify.Notifier#tell(Notification)}. {@link holdfast.notify.DeadLetters} lists what was given up, and
 * {@link holdfast.notify.Notifier#resend} tries one again. Receivers in Java check signatures with {@link holdfast.notify.Signature}.
 */
@NullMarked
package holdfast.notify;

import org.jspecify.annotations.NullMarked;
