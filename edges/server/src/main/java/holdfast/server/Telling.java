package holdfast.server;

import java.time.Duration;
import java.util.function.Predicate;

/**
 * Tells one listener what happens, and how far it has heard everything, also while nothing happens that it wants to hear: from there it goes
 * on when it comes back. Used by one thread.
 */
final class Telling {
    /** So that what others do does not push a listener's place out of the log. */
    private static final int PASSED_OVER_MAX = EventLog.KEPT_MAX / 10;

    private final EventLog log;
    private final EventStream stream;
    private final Predicate<Happening> filter;
    private final Duration betweenSigns;

    /** The number of the last that was told or passed over. */
    private long at;

    /** The number up to which the listener knows to have heard. */
    private long told;

    private long toldAt;

    /** @param betweenSigns how long there may be silence */
    Telling(EventLog log, EventStream stream, Predicate<Happening> filter, Duration betweenSigns) {
        this.log = log;
        this.stream = stream;
        this.filter = filter;
        this.betweenSigns = betweenSigns;
    }

    /** Until the stream is as old as a stream may be; the client comes back and goes on where it was. */
    void from(EventLog.Place place, Duration lasts) throws InterruptedException {
        long began = System.nanoTime();
        at = place.after();
        told(at);
        if (place.lost()) {
            reset(place.id());
        }
        String end = place.id();
        Duration left = lasts;
        while (left.isPositive() && !log.isClosed()) {
            Duration quiet = betweenSigns.minusNanos(System.nanoTime() - toldAt);
            EventLog.Page page = log.after(at, quiet.compareTo(left) < 0 ? quiet : left);
            tell(page);
            end = page.end();
            left = lasts.minusNanos(System.nanoTime() - began);
        }
        stream.alive(end);
    }

    private void tell(EventLog.Page page) {
        if (page.lost()) {
            reset(page.begin());
        }
        for (EventLog.Entry entry : page.entries()) {
            at = entry.number();
            if (filter.test(entry.happening())) {
                stream.event(entry.happening().type(), log.id(entry), entry.happening()::write);
                told(at);
            }
        }
        boolean isSilent = System.nanoTime() - toldAt >= betweenSigns.toNanos();
        if (isSilent || at - told >= PASSED_OVER_MAX) {
            stream.alive(page.end());
            told(at);
        }
    }

    private void told(long number) {
        told = number;
        toldAt = System.nanoTime();
    }

    /** With the place from which the listener goes on, or it would hear the same when it comes back. */
    private void reset(String id) {
        stream.event(
                "reset",
                id,
                json ->
                        json.writeStringProperty(
                                "detail",
                                "some events before this are not known here: look at the locks anew"));
        toldAt = System.nanoTime();
    }
}
