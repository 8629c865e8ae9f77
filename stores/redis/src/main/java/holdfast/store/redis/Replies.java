package holdfast.store.redis;

import holdfast.model.Fate;
import holdfast.model.Hold;
import holdfast.model.LockId;
import holdfast.model.RequestId;
import holdfast.model.Root;
import holdfast.model.Standing;
import holdfast.model.StoreTime;
import holdfast.model.Ticket;
import holdfast.model.Token;
import holdfast.model.Waiter;
import holdfast.store.CommitResult;
import holdfast.store.RootView;
import holdfast.store.Stamp;
import holdfast.store.StoreException;
import holdfast.store.records.AmendmentJson;
import holdfast.store.records.FateJson;
import holdfast.store.records.HoldFrame;
import holdfast.store.records.HoldJson;
import holdfast.store.records.WaiterFrame;
import holdfast.store.records.WaiterJson;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What the scripts answer and what is stored, read back. */
final class Replies {
    /** How many values tell how a root looks. */
    private static final int SEEN = 9;

    private Replies() {}

    static CommitResult result(Root root, List<Object> reply) {
        return read(
                root,
                () ->
                        switch (reply.size()) {
                            case 1 -> new CommitResult.Committed(stamp(word(reply, 0)));
                            case SEEN -> new CommitResult.Refused(seen(root, reply));
                            default ->
                                    new CommitResult.Committed(
                                            stamp(word(reply, SEEN)), seen(root, reply));
                        });
    }

    static RootView view(Root root, List<Object> reply) {
        return read(root, () -> seen(root, reply));
    }

    static List<Hold> holds(Root root, Map<String, String> stored) {
        return read(root, () -> holdsOf(root, stored));
    }

    /** Whatever cannot be read was not written by us, or not so. */
    private static <T> T read(Root root, Supplier<T> reader) {
        try {
            return reader.get();
        } catch (IllegalArgumentException | ArithmeticException | IndexOutOfBoundsException e) {
            throw new StoreException.Corrupted(
                    "what Redis holds of '" + root + "' cannot be read: " + e.getMessage(), e);
        }
    }

    /** The numbers of a root that a commit left to nobody else, if it says so. */
    static Optional<Numbers> left(Root root, List<Object> reply) {
        int behindDigits = reply.size() == 1 ? word(reply, 0).indexOf(' ') : -1;
        return behindDigits < 0
                ? Optional.empty()
                : Optional.of(
                        read(root, () -> new Numbers(word(reply, 0).substring(behindDigits + 1))));
    }

    /** Time, version, first number, epoch, how many wait, and the tickets that were missed, in one row of digits. */
    private static Stamp stamp(String text) {
        int behindDigits = text.indexOf(' ');
        String digits = behindDigits < 0 ? text : text.substring(0, behindDigits);
        var missed = new HashSet<Ticket>();
        for (int place = 5; place * Micros.DIGITS < digits.length(); place++) {
            missed.add(new Ticket(number(digits, place)));
        }
        return new Stamp(
                Micros.time(number(digits, 0)),
                number(digits, 2),
                number(digits, 1),
                missed,
                new Stamp.Tally(number(digits, 3), Math.toIntExact(number(digits, 4))));
    }

    private static long number(String digits, int place) {
        return Long.parseLong(digits, place * Micros.DIGITS, (place + 1) * Micros.DIGITS, 10);
    }

    private static RootView seen(Root root, List<Object> reply) {
        return new RootView(
                root,
                Micros.time(word(reply, 0)),
                Long.parseLong(word(reply, 1)),
                Long.parseLong(word(reply, 2)),
                holdsOf(root, pairs(words(reply, 5))),
                waiters(root, words(reply, 6)),
                Integer.parseInt(word(reply, 3)),
                Integer.parseInt(word(reply, 4)),
                waiters(root, words(reply, 8)),
                fates(words(reply, 7)));
    }

    static Map<String, String> pairs(List<String> flat) {
        var pairs = new HashMap<String, String>();
        for (int i = 0; i + 1 < flat.size(); i += 2) {
            pairs.put(flat.get(i), flat.get(i + 1));
        }
        return pairs;
    }

    private static List<Hold> holdsOf(Root root, Map<String, String> stored) {
        var holds = new ArrayList<Hold>();
        String text = stored.get("numbers");
        if (text != null) {
            var numbers = new Numbers(text);
            if (numbers.hasSole()) {
                holds.add(hold(root, numbers.sole(), numbers.frame(), Parts.of(stored, "")));
            }
        }
        stored.forEach((field, frame) -> {
            if (isNumber(field)) {
                holds.add(hold(root, field, frame, Parts.of(stored, field)));
            }
        });
        holds.sort(Comparator.comparing(Hold::token));
        return holds;
    }

    private static boolean isNumber(String field) {
        return Character.isDigit(field.charAt(0))
                && Character.isDigit(field.charAt(field.length() - 1));
    }

    /** What is kept of a hold beside its frame. The amendment counts only if the frame says that there is one. */
    private record Parts(String body, @Nullable String amendment) {
        static Parts of(Map<String, String> stored, String field) {
            return new Parts(stored.getOrDefault(field + "b", ""), stored.get(field + "a"));
        }
    }

    /** The body begins with what stands behind the time in the lock's id, which nobody knew when it was written. */
    private static Hold hold(Root root, String token, String frame, Parts parts) {
        String[] words = frame.split(" ", 5);
        String[] body = parts.body().split("\n", 2);
        var around =
                new HoldFrame(
                        root,
                        new Token(Long.parseLong(token)),
                        new LockId("lock_" + words[2] + body[0]),
                        Micros.time(words[2]),
                        standing(words[3].toUpperCase(Locale.ROOT)),
                        Micros.time(words[1]),
                        Micros.time(words[0]));
        Hold hold = HoldJson.read(body[1], around);
        return parts.amendment() == null || Character.isUpperCase(words[3].charAt(0))
                ? hold
                : AmendmentJson.read(parts.amendment(), hold);
    }

    private static Standing standing(String letter) {
        for (Standing standing : Standing.values()) {
            if (standing.name().startsWith(letter)) {
                return standing;
            }
        }
        throw new IllegalArgumentException("'" + letter + "' is not a standing");
    }

    private static List<Waiter> waiters(Root root, List<String> flat) {
        var waiters = new ArrayList<Waiter>();
        for (int i = 0; i + 3 < flat.size(); i += 4) {
            waiters.add(
                    waiter(
                            root,
                            new StoredWaiter(
                                    flat.get(i),
                                    flat.get(i + 1),
                                    flat.get(i + 2),
                                    flat.get(i + 3))));
        }
        waiters.sort(Waiter.TURN_ORDER);
        return waiters;
    }

    /** A waiter as it is kept: the score is that of its end. */
    record StoredWaiter(String ticket, String end, String frame, String body) {}

    static Waiter waiter(Root root, StoredWaiter stored) {
        String[] lines = stored.frame().split("\n");
        long turn = Long.parseLong(lines[1]) - Micros.NUMBER_MAX;
        StoreTime until = new StoreTime(((long) Double.parseDouble(stored.end())) * 1_000);
        var frame = new WaiterFrame(root, new Ticket(Long.parseLong(stored.ticket())), turn, until);
        Waiter read = WaiterJson.read(stored.body(), frame);
        // The body was written before anyone knew the time.
        return new Waiter(
                read.ticket(),
                read.turn(),
                read.claim(),
                read.owner(),
                read.terms(),
                read.priority(),
                read.note(),
                read.engine(),
                Micros.time(lines[4]),
                read.until());
    }

    private static Map<RequestId, Fate> fates(List<String> flat) {
        var fates = new HashMap<RequestId, Fate>();
        pairs(flat)
                .forEach((request, text) ->
                        fates.put(
                                new RequestId(request),
                                text.isEmpty() ? new Fate.Live() : FateJson.read(text)));
        return fates;
    }

    static String word(List<Object> reply, int place) {
        return reply.get(place).toString();
    }

    static List<String> words(List<Object> reply, int place) {
        return ((List<?>) reply.get(place)).stream().map(String::valueOf).toList();
    }
}
