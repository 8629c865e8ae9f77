/**
 * Who asks, and what they may do.
 *
 * <p>A server makes one {@link holdfast.access.Authenticator} from its settings and gives it the {@code Authorization} header of each
 * request: the answer is a {@link holdfast.access.Caller} or a reason (401). Before it acts, it asks {@link holdfast.access.Access},
 * the one place that decides: {@code decide} for a resource or prefix, {@code decideOn} for a lock or a request that somebody owns. A
 * refusal carries a reason that may be shown (403). The owner of every request is {@link holdfast.access.Caller#owner}: its name and
 * its identity come from the credential, and the run that the caller names is bound to it, so nobody can name another's owner id.
 * Without any configured access the caller is {@link holdfast.access.Caller#LOCAL}, and the server must listen on loopback only.
 */
@NullMarked
package holdfast.access;

import org.jspecify.annotations.NullMarked;
