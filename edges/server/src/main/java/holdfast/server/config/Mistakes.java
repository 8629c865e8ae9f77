package holdfast.server.config;

import holdfast.model.InvalidRequestException;
import java.util.LinkedHashSet;
import java.util.Set;

/** What is wrong with a configuration, collected so that people are told all of it at once. Each is told once. */
public final class Mistakes {
    private final Set<String> found = new LinkedHashSet<>();

    void add(String mistake) {
        found.add(mistake);
    }

    /** Looks at a part, and goes on if there is a mistake in it. */
    public void in(Runnable part) {
        try {
            part.run();
        } catch (InvalidRequestException e) {
            add(String.valueOf(e.getMessage()));
        }
    }

    /** @throws InvalidRequestException if there is a mistake, with all of them */
    public void tell() {
        if (found.size() == 1) {
            throw new InvalidRequestException(found.iterator().next());
        }
        if (!found.isEmpty()) {
            throw new InvalidRequestException(
                    "the configuration has "
                            + found.size()
                            + " mistakes:\n  "
                            + String.join("\n  ", found));
        }
    }
}
