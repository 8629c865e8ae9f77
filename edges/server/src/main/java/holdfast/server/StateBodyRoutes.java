package holdfast.server;

import holdfast.model.InvalidRequestException;
import holdfast.model.SubPath;
import holdfast.state.Room;
import holdfast.state.StateChange;
import holdfast.state.StateName;
import holdfast.state.StateUpload;
import holdfast.state.StateVersion;
import holdfast.state.States;
import holdfast.state.Writer;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.http.ServerResponse;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Bodies of states, which may be large: they pass piece by piece. */
final class StateBodyRoutes {
    static final String PATH = "/v1/states/body";

    private static final HeaderName CONTENT_MD5 = HeaderNames.create("Content-MD5");

    private final HeldStates states;

    StateBodyRoutes(HeldStates states) {
        this.states = states;
    }

    void addTo(Routes routes) {
        routes.stream(PATH, this::read).put(PATH, this::save).delete(PATH, this::remove);
    }

    private void read(Call call, ServerResponse response) {
        Query query = call.query();
        StateName name = HeldStates.name(query);
        Optional<String> id = query.text("version");
        query.end();
        call.require(Deed.READ, HeldStates.resource(name));
        States all = states.all();
        Optional<StateVersion> named = id.map(text -> all.version(name, text));
        try (Room.Taken taken =
                named.map(version -> Room.forReads().take(version.digest().size()))
                        .orElseGet(() -> states.room(name))) {
            // Looked at to its end before anything is sent: what is damaged is told as an error.
            Whole whole =
                    named.map(version -> Whole.of(all, version))
                            .or(() -> Whole.of(all, name))
                            .orElseThrow(() -> HeldStates.missing(name));
            send(response, whole);
        }
    }

    /** A version whose body is what was saved. */
    private record Whole(StateVersion version, Supplier<InputStream> body) {
        static Optional<Whole> of(States all, StateName name) {
            return switch (name.kind()) {
                case STACK ->
                        all.load(name)
                                .map(found ->
                                        new Whole(
                                                found.version(),
                                                () -> new ByteArrayInputStream(found.body())));
                case TERRAFORM ->
                        all.check(name).map(found -> new Whole(found, () -> all.open(found)));
            };
        }

        static Whole of(States all, StateVersion version) {
            try (InputStream in = all.open(version)) {
                in.transferTo(OutputStream.nullOutputStream());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return new Whole(version, () -> all.open(version));
        }
    }

    private static void send(ServerResponse response, Whole whole) {
        StateVersion version = whole.version();
        try (InputStream body = whole.body().get()) {
            response.status(Status.OK_200);
            response.header(HeaderNames.CONTENT_TYPE, "application/json");
            response.header(HeaderNames.CACHE_CONTROL, "no-store");
            response.header(HeaderNames.ETAG, '"' + version.id() + '"');
            response.header(CONTENT_MD5, version.digest().md5());
            response.header(HeaderNames.CONTENT_LENGTH, Long.toString(version.digest().size()));
            try (OutputStream out = response.outputStream()) {
                body.transferTo(out);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Reply save(Call call) {
        long length = call.request().headers().contentLength().orElse(States.PART_BYTES);
        try (InputStream in = call.stream()) {
            Query query = call.query();
            StateName name = HeldStates.name(query);
            String lock = HeldStates.lockId(query.text("lock_id"));
            var how =
                    new How(
                            query.text("base"),
                            whenOdd(query.text("force")),
                            query.text("path").map(SubPath::new));
            query.end();
            HeldStates.Under under = states.lock(call, name, lock);
            states.announcePush(name, under);
            try (Room.Taken taken = Room.forWrites().take(length)) {
                StateChange.Push push =
                        switch (name.kind()) {
                            case STACK -> how.push(in, Map.of());
                            case TERRAFORM -> terraform(call, in, how);
                        };
                return states.change(name, under, push, StateDone.PUSHED);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private record How(Optional<String> base, StateChange.WhenOdd whenOdd, Optional<SubPath> part) {
        StateChange.Push push(InputStream body, Map<String, String> facts) {
            return new StateChange.Push(body, facts, base.orElse(null), whenOdd, part.orElse(null));
        }
    }

    private static StateChange.WhenOdd whenOdd(Optional<String> force) {
        return switch (force.orElse("false")) {
            case "true" -> StateChange.WhenOdd.SAVE;
            case "false" -> StateChange.WhenOdd.REFUSE;
            default -> throw new InvalidRequestException("parameter 'force' is true or false");
        };
    }

    private static StateChange.Push terraform(Call call, InputStream in, How how)
            throws IOException {
        var upload = new StateUpload(in, call.header(CONTENT_MD5));
        if (upload.facts().size() < 2) {
            throw new InvalidRequestException(
                    "the body is not a state of Terraform or OpenTofu: it has no serial or lineage");
        }
        return how.push(upload, upload.facts());
    }

    private Reply remove(Call call) {
        Query query = call.query();
        StateName name = HeldStates.name(query);
        String lock = HeldStates.lockId(query.text("lock_id"));
        query.end();
        HeldStates.Under under = states.lock(call, name, lock);
        call.require(Deed.RESTORE, HeldStates.resource(name));
        Writer.of(under.hold()).requireWhole("removed");
        StateVersion current =
                states.current(name)
                        .or(() -> states.all().removedBy(name, under.hold().id().text()))
                        .orElseThrow(() -> HeldStates.missing(name));
        states.announce(
                call,
                name,
                HeldStates.wish("state.remove.requested", name, under, "version " + current.id()));
        return states.change(name, under, new StateChange.Remove(), StateDone.REMOVED);
    }
}
