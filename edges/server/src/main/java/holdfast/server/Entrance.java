package holdfast.server;

import holdfast.model.ErrorCode;
import holdfast.model.InvalidRequestException;
import io.helidon.http.Method;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.Filter;
import io.helidon.webserver.http.FilterChain;
import io.helidon.webserver.http.RoutingRequest;
import io.helidon.webserver.http.RoutingResponse;
import java.util.List;
import java.util.Optional;

/** What every request has to pass before a route or a mount sees it. One for all, since each filter costs every request something. */
final class Entrance implements Filter {
    private final Routes routes;
    private final Doorkeeper doorkeeper;
    private final MovingData moving;
    private final List<Mount> mounts;
    private final MountPace pace;

    Entrance(Routes routes, Doorkeeper doorkeeper, MovingData moving, List<Mount> mounts) {
        this.routes = routes;
        this.doorkeeper = doorkeeper;
        this.moving = moving;
        this.mounts = List.copyOf(mounts);
        this.pace = routes.mountPace();
    }

    @Override
    public void filter(FilterChain chain, RoutingRequest request, RoutingResponse response) {
        if (!Framing.isPlain(request.headers())) {
            Routes.send(
                    request,
                    response,
                    routes.refusedEarly(
                            new Problem(ErrorCode.INVALID_REQUEST, Framing.OBJECTION)
                                    .withHeader("Connection", "close")));
            throw new CloseConnectionException("where the request ends is not clear");
        }
        Optional<Problem> objection =
                doorkeeper
                        .objection(request)
                        .or(() -> unansweredHead(request))
                        .or(() ->
                                mountOf(request).flatMap(mount -> pace.objection(mount, request)));
        if (objection.isPresent()) {
            Routes.send(request, response, routes.refused(objection.get()));
            return;
        }
        moving.watch(request, response);
        chain.proceed();
    }

    /** The web server sends what it is given, and after an answer to HEAD there must be no body: the next one would begin with it. */
    private Optional<Problem> unansweredHead(RoutingRequest request) {
        if (!request.prologue().method().equals(Method.HEAD)) {
            return Optional.empty();
        }
        try {
            Plain.require(request);
        } catch (InvalidRequestException e) {
            return Optional.of(Problems.of(e));
        }
        return mountOf(request)
                .map(mount ->
                        new Problem(ErrorCode.INVALID_REQUEST, "this path does not answer to HEAD")
                                .withStatus(Statuses.METHOD_NOT_ALLOWED)
                                .withHeader("Allow", "GET"));
    }

    /** As the routing reads the path, or whoever writes it in another way would pass. */
    private Optional<Mount> mountOf(RoutingRequest request) {
        for (Mount mount : mounts) {
            if (request.path().path().startsWith(mount.path())) {
                return Optional.of(mount);
            }
        }
        return Optional.empty();
    }
}
