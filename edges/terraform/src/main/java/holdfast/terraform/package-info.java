/**
 * The protocol by which Terraform and OpenTofu keep a state and its lock on a server. Locks are ordinary ones of the engine, states
 * those of {@code holdfast.state}; here is only what the protocol asks for. Start at {@code TerraformBackend}; the reasons are in
 * {@code docs/adr/0020}.
 */
@NullMarked
package holdfast.terraform;

import org.jspecify.annotations.NullMarked;
