/**
 * A deterministic world: many owners on several real engines, a store and a network that fail in every way, and one seed from
 * which all of it follows. After every step named invariants are checked, by code that does not ask the rulebook. Real time and
 * real processes are in the system tests.
 *
 * <p>The build runs a fixed and a fresh set of seeds, and shows by deliberately broken copies of single rules that the invariants
 * bite. A longer run is one command, which prints the seeds it used:
 *
 * <pre>
 * ./build -q -pl proof/simulation -am verify -Dsimulation.minutes=60
 * ./build -q -pl proof/simulation -am verify -Dsimulation.seed=4711      one seed, with its whole log
 * </pre>
 *
 * <p>Start at {@code World}; an {@code Invariant} is a file of its own. What was found is in {@code docs/bugs.md}.
 */
@NullMarked
package holdfast.simulation;

import org.jspecify.annotations.NullMarked;
