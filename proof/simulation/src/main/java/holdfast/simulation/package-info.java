/**
 * Runs many clients against failing stores under a hand-moved clock, from one seed.
 * Real time and real processes are in the system tests.
 * Start at the simulation.
 */
@NullMarked
package holdfast.simulation;

import org.jspecify.annotations.NullMarked;
