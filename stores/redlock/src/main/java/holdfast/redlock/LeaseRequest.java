package holdfast.redlock;

import java.time.Duration;

/**
 * What is to be leased, and for how long if nobody extends it.
 *
 * @param name of the lease; its key in Redis is the prefix of the settings followed by this name
 */
public record LeaseRequest(String name, Duration ttl) {
    public static final Duration DEFAULT_TTL = Duration.ofSeconds(10);

    /** Below it, asking the servers would take a good part of the lease. */
    public static final Duration SHORTEST_TTL = Duration.ofMillis(100);

    public static final Duration LONGEST_TTL = Duration.ofHours(24);

    /** A name is for people, and goes over the wire with every question. */
    public static final int LONGEST_NAME = 1_000;

    public LeaseRequest {
        if (name.isBlank()) {
            throw new IllegalArgumentException("the name of a lease is blank");
        }
        if (name.length() > LONGEST_NAME) {
            throw new IllegalArgumentException(
                    "the name of a lease has "
                            + name.length()
                            + " characters, at most "
                            + LONGEST_NAME
                            + " are allowed");
        }
        requireTtl(ttl);
    }

    public static LeaseRequest of(String name) {
        return new LeaseRequest(name, DEFAULT_TTL);
    }

    public LeaseRequest lasting(Duration ttl) {
        return new LeaseRequest(name, ttl);
    }

    static void requireTtl(Duration ttl) {
        if (ttl.compareTo(SHORTEST_TTL) < 0 || ttl.compareTo(LONGEST_TTL) > 0) {
            throw new IllegalArgumentException(
                    "a lease lasts from "
                            + Texts.of(SHORTEST_TTL)
                            + " to 24 hours, and "
                            + ttl
                            + " was asked for");
        }
        if (!ttl.equals(Duration.ofMillis(ttl.toMillis()))) {
            throw new IllegalArgumentException(
                    "a lease is measured in milliseconds, and " + ttl + " has parts of one");
        }
    }
}
