/**
 * Locks for deployments, embedded in a Java program. Start at {@code Holdfast}; what the words mean is in
 * {@code holdfast.model}, what a store must do in {@code holdfast.store}.
 */
@NullMarked
package holdfast;

import org.jspecify.annotations.NullMarked;
