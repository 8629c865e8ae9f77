package holdfast.store.dynamodb;

import holdfast.model.Ending;
import holdfast.model.Fate;
import holdfast.model.LockId;
import holdfast.model.RequestId;
import holdfast.model.StoreTime;
import holdfast.model.Token;
import holdfast.store.Change;
import holdfast.store.LockStore;
import holdfast.store.StoreException;
import holdfast.store.records.FateJson;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * How some requests ended together. As a line it says only what differs from the ending before it, and little of a plain release,
 * since almost all are: what is written with every lock is paid for with every lock.
 *
 * @param number the larger, the later
 * @param fate as a text, read only when somebody asks: it is carried along with every write
 */
record EndedRequest(long number, StoreTime at, List<RequestId> requests, String fate) {
    private static final EndedRequest NONE = new EndedRequest(0, new StoreTime(0), List.of(), "");
    private static final String BETWEEN = "\t"; // in no name, and escaped in JSON
    private static final int BEFORE_REQUESTS = 3;
    private static final String RELEASED = "r";
    private static final String BEFORE_LOCK = " "; // in no lock id

    /** In the place of a request: the key under which the lock's own end is kept, which is its id. */
    private static final String THE_LOCK = "";

    static EndedRequest of(long number, StoreTime at, Change.Remember remember) {
        return new EndedRequest(number, at, remember.requests(), text(remember.fate()));
    }

    private static String text(Fate.Ended fate) {
        LockId lock = fate.lock();
        Token token = fate.token();
        return fate.ending() instanceof Ending.Released && lock != null && token != null
                ? RELEASED + token + BEFORE_LOCK + lock
                : FateJson.write(fate);
    }

    Fate.Ended ended() {
        if (!fate.startsWith(RELEASED)) {
            return FateJson.read(fate);
        }
        long token = Long.parseLong(fate.substring(RELEASED.length(), fate.indexOf(BEFORE_LOCK)));
        return new Fate.Ended(new LockId(lock()), new Token(token), new Ending.Released());
    }

    /** The id of the lock that was released, or a text that is no request. */
    private String lock() {
        return fate.startsWith(RELEASED)
                ? fate.substring(fate.indexOf(BEFORE_LOCK) + BEFORE_LOCK.length())
                : THE_LOCK;
    }

    boolean isKept(long told, StoreTime now) {
        return number > told - LockStore.REMEMBERED_PER_ROOT
                && !now.hasReached(at.plus(LockStore.REMEMBERED_FOR));
    }

    static List<String> lines(List<EndedRequest> all) {
        var lines = new ArrayList<String>(all.size());
        EndedRequest before = NONE;
        for (EndedRequest ended : all) {
            lines.add(ended.line(before));
            before = ended;
        }
        return lines;
    }

    private String line(EndedRequest before) {
        var line =
                new StringBuilder()
                        .append(number - before.number)
                        .append(BETWEEN)
                        .append(at.epochNanos() - before.at.epochNanos())
                        .append(BETWEEN)
                        .append(fate);
        String lock = lock();
        for (RequestId request : requests) {
            line.append(BETWEEN).append(request.text().equals(lock) ? THE_LOCK : request.text());
        }
        return line.toString();
    }

    /** What {@link #lines} wrote. */
    static List<EndedRequest> parse(List<String> lines) {
        var all = new ArrayList<EndedRequest>(lines.size());
        EndedRequest before = NONE;
        for (String line : lines) {
            before = parse(line, before);
            all.add(before);
        }
        return Collections.unmodifiableList(all);
    }

    private static EndedRequest parse(String line, EndedRequest before) {
        String[] parts = line.split(BETWEEN, -1);
        if (parts.length < BEFORE_REQUESTS) {
            throw new StoreException.Corrupted("a stored ending has too few parts: " + line, null);
        }
        try {
            var ended =
                    new EndedRequest(
                            before.number + Long.parseLong(parts[0]),
                            new StoreTime(before.at.epochNanos() + Long.parseLong(parts[1])),
                            List.of(),
                            parts[2]);
            String lock = ended.lock();
            var requests = new ArrayList<RequestId>();
            for (int i = BEFORE_REQUESTS; i < parts.length; i++) {
                requests.add(new RequestId(parts[i].equals(THE_LOCK) ? lock : parts[i]));
            }
            return new EndedRequest(ended.number, ended.at, List.copyOf(requests), parts[2]);
        } catch (IllegalArgumentException e) {
            throw new StoreException.Corrupted("a stored ending is broken: " + line, e);
        }
    }
}
