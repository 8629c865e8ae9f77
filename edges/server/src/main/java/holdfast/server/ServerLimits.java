package holdfast.server;

import holdfast.model.InvalidRequestException;
import java.time.Duration;

/**
 * Upper bounds of what callers can make a server do or keep.
 *
 * @param longestPoll how long an answer may wait for something to happen
 * @param waitersMax answers that wait at once; half of them for one caller, where callers can be told apart
 * @param streamsMax event streams at once
 * @param streamsOfOneMax event streams of one caller at once
 * @param streamLasts how long one event stream lasts; its client comes back and goes on where it was
 * @param bodyMax bytes of a body
 * @param headersMax bytes of all headers of a request
 * @param connectionsMax open connections
 * @param connectionsOfOneMax those of one address, so that others find room
 * @param requestTime how long a request may take in all, from its first line on, and a connection be silent
 * @param requestsPerSecond of one caller; a burst may be twice that
 */
public record ServerLimits(
        Duration longestPoll,
        int waitersMax,
        int streamsMax,
        int streamsOfOneMax,
        Duration streamLasts,
        int bodyMax,
        int headersMax,
        int connectionsMax,
        int connectionsOfOneMax,
        Duration requestTime,
        int requestsPerSecond) {
    public static final ServerLimits DEFAULT =
            new ServerLimits(
                    Duration.ofSeconds(25),
                    10_000,
                    1_000,
                    100,
                    Duration.ofSeconds(60),
                    256 * 1024,
                    16 * 1024,
                    20_000,
                    10_000,
                    Duration.ofSeconds(75),
                    100_000);

    /** However many one caller lets wait, there is room for others. */
    int waitersOfOneMax() {
        return (waitersMax + 1) / 2;
    }

    public ServerLimits {
        if (waitersMax < 1
                || streamsMax < 1
                || streamsOfOneMax < 1
                || bodyMax < 1
                || headersMax < 1
                || connectionsMax < 1
                || connectionsOfOneMax < 1
                || requestsPerSecond < 1) {
            throw new InvalidRequestException("a limit of the server is below 1");
        }
        // A watchdog ends what takes longer than the request time, so nothing may be meant to.
        if (longestPoll.compareTo(requestTime) >= 0 || streamLasts.compareTo(requestTime) >= 0) {
            throw new InvalidRequestException(
                    "polls and streams must be over before the request time is");
        }
    }
}
