package holdfast.server;

import holdfast.model.ErrorCode;
import holdfast.model.InvalidRequestException;
import holdfast.model.LockId;
import holdfast.model.Owner;
import holdfast.model.Prefix;
import holdfast.model.RequestId;
import holdfast.model.Resource;
import holdfast.model.Root;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.Method;
import io.helidon.http.Status;
import io.helidon.webserver.http.ServerRequest;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** One request, as the routes see it. */
final class Call {
    private static final HeaderName IDEMPOTENCY_KEY = HeaderNames.create("Idempotency-Key");
    private static final HeaderName PREFER = HeaderNames.create("Prefer");
    private static final Pattern PREFERRED_WAIT =
            Pattern.compile("(?:^|[,;\\s])wait\\s*=\\s*\"?(\\d{1,6})\"?", Pattern.CASE_INSENSITIVE);

    private static final int OWN_KEY_LENGTH = 24;

    private final ServerRequest request;
    private final Caller caller;
    private final long bodyMax;
    private byte @Nullable [] bytes;
    private First first = First.UNNAMED;

    Call(ServerRequest request, Caller caller, long bodyMax) {
        this.request = request;
        this.caller = caller;
        this.bodyMax = bodyMax;
    }

    Caller caller() {
        return caller;
    }

    /** Whoever cannot be told apart by a credential is told apart by its address. A name may be that of several. */
    String key() {
        return caller instanceof LocalCaller ? request.remotePeer().host() : caller.identity();
    }

    boolean isPost() {
        return request.prologue().method().equals(Method.POST);
    }

    boolean isDelete() {
        return request.prologue().method().equals(Method.DELETE);
    }

    /** Whether its parameters say where what it is about is to be found. */
    boolean namesResource() {
        return request.query().contains("resource");
    }

    ServerRequest request() {
        return request;
    }

    Fields body() {
        if (!request.content().hasEntity()) {
            return Fields.parse(new byte[0]);
        }
        requireJson();
        return Fields.parse(bytes());
    }

    /** The body is there to be read once, and kept for who reads it after. */
    private byte[] bytes() {
        if (bytes == null) {
            bytes = request.content().hasEntity() ? received() : new byte[0];
        }
        return bytes;
    }

    private byte[] received() {
        try (InputStream in = request.content().inputStream()) {
            return read(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private byte[] read(InputStream in) throws IOException {
        long length = request.headers().contentLength().orElse(-1);
        if (length >= 0 && length <= bodyMax) {
            // Most are small, and whoever reads without a length takes 16 kB for each.
            byte[] body = new byte[(int) length];
            int read = in.readNBytes(body, 0, body.length);
            return read == length ? body : Arrays.copyOf(body, read);
        }
        byte[] body = in.readNBytes(Math.toIntExact(bodyMax) + 1);
        if (body.length > bodyMax) {
            throw new Problem(
                            ErrorCode.INVALID_REQUEST,
                            "the body has more than " + bodyMax + " bytes")
                    .withStatus(Status.REQUEST_ENTITY_TOO_LARGE_413.code());
        }
        return body;
    }

    /** Tells bodies apart. Not for those that are too large to be read at once. */
    String bodyDigest() {
        return Digests.sha256(bytes());
    }

    /** A body that is too large to be read at once; empty if there is none. To be closed, also by who does not read it. */
    InputStream stream() {
        if (!request.content().hasEntity()) {
            return InputStream.nullInputStream();
        }
        InputStream in = request.content().inputStream();
        requireJson();
        return in;
    }

    /** A form that some other site's page sends cannot have this type. */
    private void requireJson() {
        String type = header(HeaderNames.CONTENT_TYPE).orElse("");
        String bare = type.split(";", 2)[0].strip();
        if (!bare.equalsIgnoreCase("application/json")) {
            throw new Problem(
                            ErrorCode.INVALID_REQUEST,
                            "the body must be of type application/json, not '" + bare + "'")
                    .withStatus(Statuses.UNSUPPORTED_MEDIA_TYPE);
        }
    }

    Query query() {
        return new Query(request.query());
    }

    Optional<String> header(HeaderName name) {
        return request.headers().first(name);
    }

    boolean wants(String mediaType) {
        return header(HeaderNames.ACCEPT).orElse("").contains(mediaType);
    }

    String pathValue(String name) {
        return request.path().pathParameters().get(name);
    }

    LockId lockId() {
        return new LockId(pathValue("lock_id"));
    }

    RequestId requestId() {
        return new RequestId(pathValue("request_id"));
    }

    /** The name that the caller gave to what it wants, so that a repetition is known to be one. */
    Optional<RequestId> idempotencyKey() {
        return header(IDEMPOTENCY_KEY).map(RequestId::new);
    }

    /** Of which this may be a repetition. */
    First first() {
        return first;
    }

    Call after(First other) {
        first = other;
        return this;
    }

    /** By what a repetition of this very request is known to be one. */
    Optional<FirstAnswers.Name> name() {
        return idempotencyKey()
                .map(key ->
                        new FirstAnswers.Name(
                                whose() + " " + key.text(),
                                request.prologue().method().text()
                                        + " "
                                        + request.path().rawPath()
                                        + "?"
                                        + request.query().rawValue()));
    }

    /** The key as a name that no other caller's key has. */
    Optional<String> ownKey() {
        return idempotencyKey()
                .map(key ->
                        isTrusted()
                                ? key.text()
                                : Digests.sha256(whose() + " " + key.text())
                                        .substring(0, OWN_KEY_LENGTH));
    }

    /** A key is its caller's own, as a run is. */
    private String whose() {
        return caller.owner("key", "", Map.of()).id().text();
    }

    /** What a mutation is known by: the header, or the field, or a new name. */
    RequestId keyOr(Optional<String> field) {
        Optional<RequestId> named = field.map(RequestId::new);
        Optional<RequestId> header = idempotencyKey();
        if (named.isPresent() && header.isPresent() && !named.equals(header)) {
            throw new InvalidRequestException(
                    "Idempotency-Key and request_id name two different requests");
        }
        return header.or(() -> named).orElseGet(() -> new RequestId(NewIds.next()));
    }

    /** How long the caller lets this request wait for its answer: {@code Prefer: wait=25}. */
    Duration patience(Duration atMost) {
        Matcher matcher = PREFERRED_WAIT.matcher(header(PREFER).orElse(""));
        if (!matcher.find()) {
            return Duration.ZERO;
        }
        Duration asked = Duration.ofSeconds(Long.parseLong(matcher.group(1)));
        return asked.compareTo(atMost) < 0 ? asked : atMost;
    }

    /** Whether there is nobody whom it could be told apart from: then nobody needs to look whose a lock is. */
    boolean isTrusted() {
        return caller instanceof LocalCaller;
    }

    void require(Deed deed, Resource resource) {
        refuse(caller.objection(deed, resource));
    }

    void require(Deed deed, Prefix below) {
        refuse(caller.objection(deed, below));
    }

    void require(Deed deed, Resource resource, Owner owner) {
        refuse(caller.objection(deed, resource, owner));
    }

    private static void refuse(Optional<String> objection) {
        if (objection.isPresent()) {
            throw new Problem(ErrorCode.PERMISSION_DENIED, objection.get());
        }
    }

    /** How a lock ended, and by whose hand, is told to those only who have to do with its root. */
    void requireHearing(Root root) {
        if (!isTrusted() && !caller.hearsOf(root)) {
            require(Deed.READ, Resource.parse(root.text()));
        }
    }

    boolean maySee(Resource resource) {
        return caller.objection(Deed.READ, resource).isEmpty();
    }
}
