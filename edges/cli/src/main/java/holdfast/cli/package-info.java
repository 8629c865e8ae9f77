/**
 * The command line: arguments to requests, answers to text, JSON and exit codes.
 * No lock rule and no concrete store is in here.
 * Start at the root command.
 */
@NullMarked
package holdfast.cli;

import org.jspecify.annotations.NullMarked;
