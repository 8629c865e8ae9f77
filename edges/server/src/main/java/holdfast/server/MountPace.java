package holdfast.server;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import java.util.Optional;

/** How often one caller may ask something of mounts; what it asks of the API counts too. */
final class MountPace {
    private final Gate gate;
    private final Pace pace;

    MountPace(Gate gate, Pace pace) {
        this.gate = gate;
        this.pace = pace;
    }

    Optional<Problem> objection(Mount mount, ServerRequest request) {
        String caller = callerOf(mount, request);
        if (mount.visits().isAlwaysServed(request)) {
            pace.note(caller);
            return Optional.empty();
        }
        return pace.objection(caller);
    }

    /** Who shows nothing that is known is told apart by its address; the mount itself refuses it. */
    private String callerOf(Mount mount, ServerRequest request) {
        Optional<String> shown =
                request.headers()
                        .first(HeaderNames.AUTHORIZATION)
                        .map(mount.visits()::authorization);
        try {
            Caller caller =
                    gate.admit(Gate.Credential.of(shown, request.remotePeer().tlsCertificates()));
            return new Call(request, caller, 0).key();
        } catch (Gate.Denied e) {
            return request.remotePeer().host();
        }
    }
}
