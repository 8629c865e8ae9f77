package holdfast.model;

/** A waiter's number: the revision of the root at which it joined the queue. */
public record Ticket(long number) implements Comparable<Ticket> {
    public Ticket {
        if (number <= 0) {
            throw new InvalidRequestException("a ticket is a positive number, not " + number);
        }
    }

    @Override
    public int compareTo(Ticket other) {
        return Long.compare(number, other.number);
    }

    @Override
    public String toString() {
        return Long.toString(number);
    }
}
