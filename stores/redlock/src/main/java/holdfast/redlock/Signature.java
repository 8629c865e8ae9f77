package holdfast.redlock;

import java.util.UUID;
import java.util.stream.IntStream;

/**
 * By what the keys of an attempt are known as its own.
 *
 * <p>Each attempt has a value of its own, so that the release of an earlier one, however late it arrives, never frees what a
 * later one won. Each server has a value of its own, so that one server under two names does not vote twice.
 *
 * @param acquisition which nobody can guess
 * @param attempt from 1
 */
record Signature(UUID acquisition, int attempt) {
    static Signature first() {
        return new Signature(UUID.randomUUID(), 1);
    }

    Signature next() {
        return new Signature(acquisition, attempt + 1);
    }

    String on(Server server) {
        return value(attempt, server);
    }

    /** The value of this attempt and those of all before it. */
    String[] allOn(Server server) {
        return IntStream.iterate(attempt, number -> number > 0, number -> number - 1)
                .mapToObj(number -> value(number, server))
                .toArray(String[]::new);
    }

    private String value(int number, Server server) {
        return acquisition + "." + number + "." + server.number();
    }
}
