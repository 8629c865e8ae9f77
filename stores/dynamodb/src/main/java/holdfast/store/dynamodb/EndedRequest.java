package holdfast.store.dynamodb;

import holdfast.model.Fate;
import holdfast.model.RequestId;
import holdfast.model.StoreTime;
import holdfast.store.Change;
import holdfast.store.LockStore;
import holdfast.store.StoreException;
import holdfast.store.records.FateJson;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How some requests ended together.
 *
 * @param number the larger, the later
 * @param fateJson read only when somebody asks: it is carried along with every write
 */
record EndedRequest(long number, StoreTime at, List<RequestId> requests, String fateJson) {
    private static final String BETWEEN = "\t"; // in no name, and escaped in JSON
    private static final int BEFORE_REQUESTS = 3;

    static EndedRequest of(long number, StoreTime at, Change.Remember remember) {
        return new EndedRequest(number, at, remember.requests(), FateJson.write(remember.fate()));
    }

    Fate.Ended fate() {
        return FateJson.read(fateJson);
    }

    boolean isKept(long told, StoreTime now) {
        return number > told - LockStore.REMEMBERED_PER_ROOT
                && !now.hasReached(at.plus(LockStore.REMEMBERED_FOR));
    }

    String line() {
        var parts = new ArrayList<String>();
        parts.add(Long.toString(number));
        parts.add(Long.toString(at.epochNanos()));
        parts.add(fateJson);
        requests.forEach(request -> parts.add(request.text()));
        return String.join(BETWEEN, parts);
    }

    static EndedRequest parse(String line) {
        List<String> parts = Arrays.asList(line.split(BETWEEN, -1));
        if (parts.size() < BEFORE_REQUESTS) {
            throw new StoreException.Corrupted("a stored ending has too few parts: " + line, null);
        }
        return new EndedRequest(
                Long.parseLong(parts.get(0)),
                new StoreTime(Long.parseLong(parts.get(1))),
                parts.stream().skip(BEFORE_REQUESTS).map(RequestId::new).toList(),
                parts.get(2));
    }
}
