package holdfast.cli;

import java.util.Map;

/** What all commands need from outside. */
record Context(Stores stores, Map<String, String> environment, Terminal terminal) {}
