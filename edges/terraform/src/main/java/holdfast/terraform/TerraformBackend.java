package holdfast.terraform;

import holdfast.engine.LockEngine;
import holdfast.model.InvalidRequestException;
import holdfast.state.Room;
import holdfast.state.StateName;
import holdfast.state.StateUpload;
import holdfast.state.StateVersion;
import holdfast.state.States;
import holdfast.state.TooLargeException;
import holdfast.store.StoreException;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.http.HttpRules;
import io.helidon.webserver.http.HttpService;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Terraform's HTTP back end, to be mounted at {@code /terraform}: {@code GET}, {@code POST}, {@code DELETE}, {@code LOCK} and
 * {@code UNLOCK} on {@code /terraform/{name}}; and for proxies that let only common methods pass, {@code POST} or {@code PUT} and
 * {@code DELETE} on {@code /terraform/{name}/lock}, or {@code POST} or {@code PUT} on {@code /terraform/{name}/unlock} where they take
 * the bodies of {@code DELETE} away. It never redirects: a client would take the answer to a redirected LOCK for a
 * lock.
 */
public final class TerraformBackend implements HttpService {
    public static final String PATH = "/terraform";

    private static final Logger LOG = LoggerFactory.getLogger(TerraformBackend.class);
    private static final HeaderName CONTENT_MD5 = HeaderNames.create("Content-MD5");
    private static final String LOCK_SUFFIX = "/lock";
    private static final String UNLOCK_SUFFIX = "/unlock";
    private static final int LOCK_INFO_BYTES_MAX = 64 * 1024;

    private final States states;
    private final Access access;
    private final Room roomForReads;
    private final Room roomForWrites;
    private final Locking locking;
    private final Writing writing;

    /**
     * What it is made from. The engine and the states' store stay the caller's to close, after the server.
     *
     * @param witness is told of what people will want to know of afterwards
     */
    public record Parts(
            LockEngine engine,
            States states,
            TerraformSettings settings,
            Access access,
            Witness witness) {}

    public TerraformBackend(Parts parts) {
        this.states = parts.states();
        this.access = parts.access();
        this.roomForReads = Room.forReads();
        this.roomForWrites = Room.forWrites();
        this.locking =
                new Locking(parts.engine(), parts.states(), parts.settings(), parts.witness());
        this.writing = new Writing(parts, locking);
    }

    @Override
    public void routing(HttpRules rules) {
        rules.any(this::handle);
    }

    /** Whether it unlocks, or writes under a lock: who is kept from that leaves a lock behind, or a state that nobody has. */
    public static boolean endsARun(ServerRequest request) {
        Place place = Place.of(request.prologue().uriPath().rawPath());
        return switch (request.prologue().method().text()) {
            case "UNLOCK" -> true;
            case "DELETE" -> place == Place.LOCK;
            case "POST", "PUT" ->
                    place == Place.UNLOCK
                            || (place == Place.STATE && request.query().contains("ID"));
            default -> false;
        };
    }

    private void handle(ServerRequest request, ServerResponse response) throws IOException {
        Answer answer;
        try {
            Optional<Access.Visitor> visitor =
                    access.admit(
                            request.headers().first(HeaderNames.AUTHORIZATION),
                            request.remotePeer().tlsCertificates());
            if (visitor.isEmpty()) {
                answer =
                        Answer.problem(401, "no token, or none that is known")
                                .with("WWW-Authenticate", "Basic realm=\"holdfast\"");
            } else {
                answer = new Exchange(request, response, visitor.get()).answer();
            }
        } catch (Forbidden e) {
            answer = Answer.problem(403, String.valueOf(e.getMessage()));
        } catch (BadRequest | InvalidRequestException e) {
            answer = Answer.problem(400, String.valueOf(e.getMessage()));
        } catch (TooLargeException e) {
            answer = Answer.problem(413, String.valueOf(e.getMessage()));
        } catch (Access.Undecided
                | Room.Full
                | Witness.Unwritten
                | StoreException.Unavailable
                | StoreException.OutcomeUnknown e) {
            // The client repeats it; every request may be repeated.
            answer = Answer.problem(503, String.valueOf(e.getMessage())).with("Retry-After", "1");
        } catch (StoreException e) {
            // Terraform shows its user no more than the status.
            LOG.error("{} is answered 500: {}", request.path().path(), e.getMessage());
            answer = Answer.problem(500, String.valueOf(e.getMessage()));
        }
        if (!answer.isSent()) {
            send(response, answer);
        }
    }

    private static void send(ServerResponse response, Answer answer) {
        response.status(Status.create(answer.status()));
        response.header(HeaderNames.CACHE_CONTROL, "no-store");
        answer.headers().forEach((name, value) -> response.header(HeaderNames.create(name), value));
        if (answer.body().isEmpty()) {
            response.send();
        } else {
            response.header(HeaderNames.CONTENT_TYPE, "application/json");
            response.send(answer.body());
        }
    }

    /** What a path means. */
    private enum Place {
        STATE(""),
        LOCK(LOCK_SUFFIX),
        UNLOCK(UNLOCK_SUFFIX);

        private final String suffix;

        Place(String suffix) {
            this.suffix = suffix;
        }

        static Place of(String path) {
            if (path.endsWith(UNLOCK_SUFFIX)) {
                return UNLOCK;
            }
            return path.endsWith(LOCK_SUFFIX) ? LOCK : STATE;
        }
    }

    /** One request. */
    private final class Exchange {
        private final ServerRequest request;
        private final ServerResponse response;
        private final Access.Visitor visitor;
        private final StateName name;
        private final Place place;

        Exchange(ServerRequest request, ServerResponse response, Access.Visitor visitor) {
            this.request = request;
            this.response = response;
            this.visitor = visitor;
            String path = path(request);
            this.place = Place.of(path);
            this.name =
                    StateName.terraform(path.substring(0, path.length() - place.suffix.length()));
        }

        Answer answer() throws IOException {
            return switch (request.prologue().method().text()) {
                case "LOCK" -> lock();
                case "UNLOCK" -> unlock();
                case "GET" -> place == Place.STATE ? read() : wrongMethod();
                case "POST", "PUT" -> posted();
                case "DELETE" -> place == Place.STATE ? delete() : unlock();
                default -> wrongMethod();
            };
        }

        private Answer posted() throws IOException {
            return switch (place) {
                case STATE -> write();
                case LOCK -> lock();
                case UNLOCK -> unlock();
            };
        }

        private Answer wrongMethod() {
            return Answer.problem(405, "a state answers to GET, POST, DELETE, LOCK and UNLOCK");
        }

        private void require(Access.Right right) {
            Optional<String> objection = visitor.objection(right, name.root());
            if (objection.isPresent()) {
                throw new Forbidden(objection.get());
            }
        }

        private Answer lock() throws IOException {
            require(Access.Right.LOCK);
            return locking.lock(name, LockInfo.parse(body()), visitor);
        }

        private Answer unlock() throws IOException {
            byte[] body = body();
            if (isBlank(body)) {
                require(Access.Right.FORCE_UNLOCK);
                return locking.forceUnlock(name, visitor);
            }
            LockInfo info = LockInfo.parse(body);
            if (info.isIdOnly()) {
                require(Access.Right.FORCE_UNLOCK);
                return locking.forceUnlock(name, info, visitor);
            }
            require(Access.Right.LOCK);
            return locking.unlock(name, info, visitor);
        }

        private Answer read() throws IOException {
            require(Access.Right.READ);
            request.query()
                    .first("ID")
                    .asOptional()
                    .ifPresent(id -> locking.noteSignOfLife(name, id, visitor));
            StateVersion version = states.pointer(name).current();
            if (version == null) {
                return Answer.problem(404, "there is no state '" + name + "' yet");
            }
            try (Room.Taken taken = roomForReads.take(version.digest().size());
                    InputStream body = states.open(version)) {
                // The first part before the status: what is damaged is told as an error.
                byte[] first = first(body);
                response.status(Status.OK_200);
                response.header(HeaderNames.CONTENT_TYPE, "application/json");
                response.header(HeaderNames.CACHE_CONTROL, "no-store");
                response.header(CONTENT_MD5, version.digest().md5());
                response.header(HeaderNames.CONTENT_LENGTH, Long.toString(version.digest().size()));
                try (OutputStream out = response.outputStream()) {
                    out.write(first);
                    body.transferTo(out);
                }
            }
            return Answer.sent();
        }

        private byte[] first(InputStream body) throws IOException {
            try {
                return body.readNBytes(FIRST_BYTES);
            } catch (StoreException.Corrupted e) {
                throw states.explained(name, e);
            }
        }

        private Answer write() throws IOException {
            Optional<String> id = request.query().first("ID").asOptional();
            long length = request.headers().contentLength().orElse(States.PART_BYTES);
            try (InputStream in = request.content().inputStream()) {
                require(Access.Right.WRITE);
                return write(id, in, length);
            } catch (IOException | UncheckedIOException e) {
                throw new BadRequest("the body broke off: " + e.getMessage());
            }
        }

        private Answer write(Optional<String> id, InputStream in, long length) throws IOException {
            try (Room.Taken taken = roomForWrites.take(length)) {
                var upload = new StateUpload(in, request.headers().first(CONTENT_MD5));
                return id.isPresent()
                        ? writing.write(name, id.get(), upload, visitor)
                        : writing.writeUnlocked(name, upload, visitor);
            }
        }

        private Answer delete() {
            require(Access.Right.REMOVE);
            return writing.delete(name, visitor);
        }

        private byte[] body() throws IOException {
            try (InputStream in = request.content().inputStream()) {
                byte[] body = in.readNBytes(LOCK_INFO_BYTES_MAX + 1);
                if (body.length > LOCK_INFO_BYTES_MAX) {
                    throw new BadRequest("the body is too long for what is known of a lock");
                }
                Optional<String> md5 = request.headers().first(CONTENT_MD5);
                if (md5.isPresent() && !md5.get().equals(md5(body))) {
                    throw new BadRequest("the body does not have the Content-MD5 that was named");
                }
                return body;
            }
        }
    }

    private static final int FIRST_BYTES = 8 * 1024;

    private static final class Forbidden extends RuntimeException {
        private static final long serialVersionUID = 1;

        Forbidden(String message) {
            super(message, null, false, false);
        }
    }

    /** What follows {@code /terraform/}, each segment as it was before it was written into a URL. */
    private static String path(ServerRequest request) {
        String raw = request.prologue().uriPath().rawPath();
        String name = raw.startsWith(PATH + "/") ? raw.substring(PATH.length() + 1) : "";
        // A plus is a plus in a path.
        try {
            return URLDecoder.decode(name.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw new BadRequest("the path is no path of a URL: " + e.getMessage());
        }
    }

    private static boolean isBlank(byte[] body) {
        return new String(body, StandardCharsets.UTF_8).isBlank();
    }

    private static String md5(byte[] body) {
        try {
            return Base64.getEncoder()
                    .encodeToString(MessageDigest.getInstance("MD5").digest(body));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has MD5", e);
        }
    }
}
