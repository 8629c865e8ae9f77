/**
 * Bearer tokens of an OIDC issuer, so that a CI job needs no secret of ours. The only package that knows the JWT library, which is
 * loaded when an issuer is configured.
 */
@NullMarked
package holdfast.access.oidc;

import org.jspecify.annotations.NullMarked;
