package holdfast.threads;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** An outage in which no request of any thread gets an answer until it is over; not even an interrupt ends one. */
final class HangingStore {
    private final ManualHost host;
    private final List<Hanging> requests = new CopyOnWriteArrayList<>();

    HangingStore(ManualHost host) {
        this.host = host;
    }

    void hang() {
        var request = new Hanging(host);
        requests.add(request);
        request.hang();
    }

    void end() {
        requests.forEach(Hanging::end);
        requests.clear();
    }
}
