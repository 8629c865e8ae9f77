/**
 * The command line: arguments to requests, answers to text, JSON and exit codes.
 * No lock rule and no concrete store is in here.
 * Start at {@code Cli}; what {@code run} does is in {@code LockedRun} and {@code Supervision}.
 */
@NullMarked
package holdfast.cli;

import org.jspecify.annotations.NullMarked;
