package holdfast.cli;

import java.util.concurrent.Callable;

/** One command: what it says of itself, and what it does. */
interface Command extends Callable<Integer> {
    Syntax syntax();
}
