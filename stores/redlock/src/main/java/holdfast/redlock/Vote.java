package holdfast.redlock;

import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What one server said.
 *
 * @param server as {@code host:port}
 */
public record Vote(String server, Answer answer) {
    /** What a server can say when it is asked to grant, to extend or to free a lease. */
    public sealed interface Answer {
        /** It did what was asked. */
        record Won() implements Answer {
            @Override
            public String toString() {
                return "won";
            }
        }

        /** @param left how long the other's lease lasts there if it is not extended; negative if it has no end */
        record HeldByAnother(Duration left) implements Answer {
            @Override
            public String toString() {
                return left.isNegative()
                        ? "held by another, without an end"
                        : "held by another for " + Texts.of(left) + " more";
            }
        }

        /** There is no such lease there any more: it ran out, or the server lost its data. */
        record Gone() implements Answer {
            @Override
            public String toString() {
                return "does not know the lease any more";
            }
        }

        /** Whether it did what was asked is not known. */
        record NoAnswer(String why) implements Answer {
            @Override
            public String toString() {
                return "did not answer (" + why + ")";
            }
        }
    }

    boolean isWon() {
        return answer instanceof Answer.Won;
    }

    /** Whether the server is known not to hold the lease. */
    boolean isAgainst() {
        return switch (answer) {
            case Answer.HeldByAnother held -> true;
            case Answer.Gone gone -> true;
            case Answer.Won won -> false;
            case Answer.NoAnswer silent -> false;
        };
    }

    @Override
    public String toString() {
        return server + ' ' + answer;
    }

    /** As in {@code 1 of 3 servers won, 2 are needed: 10.0.0.1:6379 won; ...}. */
    static String tally(List<Vote> votes) {
        long won = votes.stream().filter(Vote::isWon).count();
        return won
                + " of "
                + votes.size()
                + " servers won, "
                + Majority.of(votes.size())
                + " needed: "
                + votes.stream().map(Vote::toString).collect(Collectors.joining("; "));
    }
}
