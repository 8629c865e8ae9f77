package holdfast.rulebook;

import holdfast.model.AcquireRequest;
import holdfast.model.InvalidRequestException;
import holdfast.model.Mode;
import java.util.Comparator;
import java.util.List;

/**
 * Rule 11, several locks at once: all or none. They are taken in one canonical order, so that two callers never take them
 * crosswise; where one resource is wanted twice the exclusive wish goes first and includes the other.
 */
public final class Together {
    public static final int LOCKS_MAX = 64;
    private static final Comparator<AcquireRequest> CANONICAL =
            Comparator.comparing(AcquireRequest::resource)
                    .thenComparingInt(request -> request.mode() == Mode.EXCLUSIVE ? 0 : 1);

    private Together() {}

    public static List<AcquireRequest> inOrder(List<AcquireRequest> requests) {
        if (requests.isEmpty() || requests.size() > LOCKS_MAX) {
            throw new InvalidRequestException(
                    requests.size() + " locks at once: the limit is 1 to " + LOCKS_MAX);
        }
        if (requests.stream().map(request -> request.owner().id()).distinct().count() > 1) {
            throw new InvalidRequestException("several locks at once need one owner");
        }
        if (requests.stream().map(AcquireRequest::id).distinct().count() < requests.size()) {
            throw new InvalidRequestException("several locks at once need a request id each");
        }
        return requests.stream().sorted(CANONICAL).toList();
    }
}
