/**
 * States of deployments and of Terraform, and their history, over any store of documents. A stamp keeps late writers out, in the
 * store itself. No lock is taken here: whoever writes brings the token of one. Start at {@code States}; the reasons are in
 * {@code docs/adr/0019}.
 */
@NullMarked
package holdfast.state;

import org.jspecify.annotations.NullMarked;
