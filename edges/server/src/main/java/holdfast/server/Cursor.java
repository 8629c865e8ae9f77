package holdfast.server;

import holdfast.model.InvalidRequestException;
import holdfast.model.Root;
import holdfast.model.Ticket;
import holdfast.model.Token;
import holdfast.model.Waiter;
import holdfast.store.HoldCursor;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** Where a list goes on, as a text that callers give back as they got it. */
final class Cursor {
    private static final char SEPARATOR = '\n';

    private Cursor() {}

    /** A place in a line, which stays where it is also when who had it has left: by turn, then by ticket. */
    record InLine(Root root, long turn, Ticket ticket) {
        /** After everybody. */
        static InLine endOf(Root root) {
            return new InLine(root, Long.MAX_VALUE, new Ticket(Long.MAX_VALUE));
        }

        static InLine of(Waiter waiter) {
            return new InLine(waiter.resource().root(), waiter.turn(), waiter.ticket());
        }

        boolean isBefore(Waiter waiter) {
            return turn == waiter.turn()
                    ? ticket.number() < waiter.ticket().number()
                    : turn < waiter.turn();
        }
    }

    static String of(InLine place) {
        return encoded(
                place.root().text()
                        + SEPARATOR
                        + place.turn()
                        + SEPARATOR
                        + place.ticket().number());
    }

    static InLine inLine(String cursor) {
        Parts last = parts(decoded(cursor));
        Parts first = parts(last.root());
        return new InLine(new Root(first.root()), first.number(), new Ticket(last.number()));
    }

    static String of(HoldCursor place) {
        return encoded(place.root().text() + SEPARATOR + place.token().value());
    }

    static HoldCursor hold(String cursor) {
        Parts parts = parts(decoded(cursor));
        return new HoldCursor(new Root(parts.root()), new Token(parts.number()));
    }

    private record Parts(String root, long number) {}

    private static Parts parts(String text) {
        int end = text.lastIndexOf(SEPARATOR);
        try {
            return new Parts(
                    text.substring(0, Math.max(0, end)), Long.parseLong(text.substring(end + 1)));
        } catch (NumberFormatException e) {
            throw unknown();
        }
    }

    private static String encoded(String text) {
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String decoded(String cursor) {
        try {
            return new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw unknown();
        }
    }

    private static InvalidRequestException unknown() {
        return new InvalidRequestException("the cursor is not one that this API gave out");
    }
}
