package holdfast.model;

/**
 * The fencing token: a number that only grows for a root, minted at the grant. What a lock protects refuses any token below
 * the highest it has seen.
 */
public record Token(long value) implements Comparable<Token> {
    public Token {
        if (value <= 0) {
            throw new InvalidRequestException("a token is a positive number, not " + value);
        }
    }

    @Override
    public int compareTo(Token other) {
        return Long.compare(value, other.value);
    }

    @Override
    public String toString() {
        return Long.toString(value);
    }
}
