package holdfast.server;

import holdfast.model.ErrorCode;
import holdfast.model.InvalidRequestException;
import holdfast.store.StoreException;
import io.helidon.http.Header;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.Method;
import io.helidon.http.PathMatcher;
import io.helidon.http.PathMatchers;
import io.helidon.http.RequestException;
import io.helidon.http.Status;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.Filter;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** All routes, and the one place where answers and failures become responses. */
final class Routes {
    private static final Header JSON =
            HeaderValues.createCached(HeaderNames.CONTENT_TYPE, Reply.JSON);
    private static final Header NOT_KEPT =
            HeaderValues.createCached(HeaderNames.CACHE_CONTROL, "no-store");

    private static final byte[] NO_BODY = {};

    private final Gate gate;
    private final Pace pace;
    private final Runnable answered;
    private final long bodyMax;
    private final List<Entry> entries = new ArrayList<>();
    private final Set<String> answeringToHead = new HashSet<>();
    private final FirstAnswers firstAnswers = new FirstAnswers(System::nanoTime);
    private final Lingering.Early early = new Lingering.Early();
    private Optional<SharedAnswers> sharedAnswers = Optional.empty();
    private Consumer<ErrorCode> errors = code -> {};

    /** Answers a request. */
    interface Route {
        Reply answer(Call call) throws InterruptedException;
    }

    /** Answers a request bit by bit. */
    interface Stream {
        void answer(Call call, ServerResponse response) throws InterruptedException;
    }

    private record Entry(Method method, String pattern, PathMatcher matcher) {}

    private final HttpRouting.Builder routing = HttpRouting.builder();

    /** @param answered is run after each answer, on the thread that made it */
    Routes(Gate gate, Pace pace, Runnable answered, long bodyMax) {
        this.gate = gate;
        this.pace = pace;
        this.answered = answered;
        this.bodyMax = bodyMax;
    }

    /** @param other is told the code of each request that got an error */
    Routes counting(Consumer<ErrorCode> other) {
        errors = other;
        return this;
    }

    /** @param other knows the first answers of all servers */
    Routes remembering(SharedAnswers other) {
        sharedAnswers = Optional.of(other);
        return this;
    }

    /** Is asked before any route or mount, in the order in which they come here. */
    Routes behind(Filter filter) {
        routing.addFilter(filter);
        return this;
    }

    Routes mount(Mount mount) {
        routing.register(mount.path(), mount.service());
        return this;
    }

    MountPace mountPace() {
        return new MountPace(gate, pace);
    }

    Routes get(String pattern, Route route) {
        return add(Method.GET, pattern, route);
    }

    Routes post(String pattern, Route route) {
        return add(Method.POST, pattern, once(route));
    }

    /** For what is known by its key to the store itself, or changes nothing. */
    Routes postNamed(String pattern, Route route) {
        return add(Method.POST, pattern, route);
    }

    /** For what does the same when it is done twice. */
    Routes put(String pattern, Route route) {
        return add(Method.PUT, pattern, route);
    }

    Routes delete(String pattern, Route route) {
        return add(Method.DELETE, pattern, once(route));
    }

    /** For heartbeats: these are never refused for coming too often, or a lock would be lost by it. */
    Routes postAlways(String pattern, Route route) {
        return addAlways(Method.POST, pattern, route);
    }

    /** For giving something back: refusing that helps nobody. */
    Routes deleteAlways(String pattern, Route route) {
        return addAlways(Method.DELETE, pattern, once(route));
    }

    /** What its caller gave a key is done once, and a repetition gets the first answer again. */
    private Route once(Route route) {
        return call -> {
            Optional<FirstAnswers.Name> name = call.name();
            return name.isPresent() ? once(name.get(), call, route) : route.answer(call);
        };
    }

    private Reply once(FirstAnswers.Name name, Call call, Route route) throws InterruptedException {
        String body = call.bodyDigest();
        // What is given back in a root that is named, the store knows to be over.
        Optional<SharedAnswers> shared =
                sharedAnswers.filter(all -> !call.isDelete() || !call.namesResource());
        return firstAnswers.once(
                name,
                body,
                () ->
                        shared.isPresent()
                                ? shared.get()
                                        .once(name, body, first -> route.answer(call.after(first)))
                                : route.answer(call));
    }

    private Routes add(Method method, String pattern, Route route) {
        return addWhole(method, pattern, request -> route.answer(paced(request)));
    }

    private Routes addAlways(Method method, String pattern, Route route) {
        return addWhole(
                method,
                pattern,
                request -> {
                    Call call = call(request);
                    pace.note(call.key());
                    return route.answer(call);
                });
    }

    /** Makes an answer that is sent as one. */
    private interface Whole {
        Reply answer(ServerRequest request) throws InterruptedException;
    }

    /** Whoever may GET something may also ask for its HEAD. */
    private Routes addWhole(Method method, String pattern, Whole whole) {
        Raw raw = (request, response) -> send(request, response, whole.answer(request));
        if (method.equals(Method.GET)) {
            answeringToHead.add(pattern);
            routing.route(
                    Method.HEAD,
                    PathMatchers.create(pattern),
                    (request, response) -> guarded(request, response, raw));
        }
        return addRaw(method, pattern, raw);
    }

    private Call paced(ServerRequest request) {
        Call call = call(request);
        pace.require(call.key());
        return call;
    }

    /** For what is the same for everybody, such as the API's own description. It knows no parameters. */
    Routes open(String pattern, Route route) {
        return addWhole(
                Method.GET,
                pattern,
                request -> {
                    var call = new Call(request, new LocalCaller(), bodyMax);
                    call.query().end();
                    return route.answer(call);
                });
    }

    /** For answers that go on for a while. */
    Routes stream(String pattern, Stream stream) {
        return addRaw(
                Method.GET,
                pattern,
                (request, response) -> stream.answer(paced(request), response));
    }

    private interface Raw {
        void handle(ServerRequest request, ServerResponse response) throws Exception;
    }

    private Routes addRaw(Method method, String pattern, Raw raw) {
        PathMatcher matcher = PathMatchers.create(pattern);
        entries.add(new Entry(method, pattern, matcher));
        routing.route(method, matcher, (request, response) -> guarded(request, response, raw));
        return this;
    }

    private Call call(ServerRequest request) {
        var credential =
                Gate.Credential.of(
                        request.headers().first(HeaderNames.AUTHORIZATION),
                        request.remotePeer().tlsCertificates());
        return new Call(request, gate.admit(credential), bodyMax);
    }

    /** With each route's method and pattern, such as {@code GET /v1/locks}. */
    List<String> all() {
        return entries.stream().map(entry -> entry.method() + " " + entry.pattern()).toList();
    }

    HttpRouting.Builder routing() {
        return routing.copy()
                .any((request, response) -> guarded(request, response, this::noSuchRoute))
                .error(
                        Throwable.class,
                        (request, response, e) -> send(request, response, failed(request, e)));
    }

    private void noSuchRoute(ServerRequest request, ServerResponse response) {
        if (request.path().rawPath().equals("/")
                && request.headers().first(HeaderNames.ACCEPT).orElse("").contains("text/html")) {
            // Somebody at a browser, who will not read JSON.
            send(request, response, Reply.elsewhere("/docs"));
            return;
        }
        String allowed =
                entries.stream()
                        .filter(entry -> entry.matcher().match(request.path()).accepted())
                        .flatMap(this::methodsOf)
                        .distinct()
                        .sorted()
                        .collect(Collectors.joining(", "));
        if (allowed.isEmpty()) {
            throw new Problem(
                            ErrorCode.INVALID_REQUEST,
                            "there is nothing at this path; the API is described at /docs for people"
                                    + " and at /openapi.json for programs")
                    .withStatus(Statuses.NOT_FOUND);
        }
        throw new Problem(ErrorCode.INVALID_REQUEST, "this path answers only to " + allowed)
                .withStatus(Statuses.METHOD_NOT_ALLOWED)
                .withHeader("Allow", allowed);
    }

    private java.util.stream.Stream<String> methodsOf(Entry entry) {
        String method = entry.method().text();
        return answeringToHead.contains(entry.pattern()) && entry.method().equals(Method.GET)
                ? java.util.stream.Stream.of(method, Method.HEAD.text())
                : java.util.stream.Stream.of(method);
    }

    private void guarded(ServerRequest request, ServerResponse response, Raw raw) throws Exception {
        try {
            Plain.require(request);
            raw.handle(request, response);
        } catch (Problem
                | InvalidRequestException
                | StoreException
                | Gate.Denied
                | IllegalStateException e) {
            send(request, response, failed(request, e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            send(request, response, stopping());
        } finally {
            answered.run();
        }
        if (request.headers().first(HeaderNames.CONNECTION).orElse("").equalsIgnoreCase("close")) {
            if (!request.content().consumed()) {
                early.add();
            }
            // The web server itself would keep it open.
            throw new CloseConnectionException("as the caller wished");
        }
    }

    /** Connections that end before their request does. */
    Lingering.Early early() {
        return early;
    }

    /** What is refused before a route is asked counts as well; nothing more is read of it than what is under way. */
    Reply refusedEarly(Problem problem) {
        early.add();
        return refused(problem);
    }

    /** The same, and the connection stays. */
    Reply refused(Problem problem) {
        errors.accept(problem.code());
        return problem.reply();
    }

    private static Reply stopping() {
        return new Problem(
                        ErrorCode.BACKEND_ERROR, "the server stops; repeat the request elsewhere")
                .withHeader("Retry-After", "1")
                .reply();
    }

    private Reply failed(ServerRequest request, Throwable failure) {
        Problem problem = Failures.problem(failure);
        if (failure instanceof RequestException) {
            // The web server does not read on after that.
            early.add();
        }
        // What befalls an acquire in the store is counted by who listens to the engine.
        boolean told =
                failure instanceof StoreException
                        && request.prologue().method().equals(Method.POST)
                        && request.path().rawPath().equals("/v1/locks");
        if (!problem.isCounted() && !told) {
            errors.accept(problem.code());
        }
        return problem.reply();
    }

    static void send(ServerRequest request, ServerResponse response, Reply reply) {
        Method method = request.prologue().method();
        response.status(Status.create(reply.status()));
        response.header(
                reply.mediaType().equals(Reply.JSON)
                        ? JSON
                        : HeaderValues.create(HeaderNames.CONTENT_TYPE, reply.mediaType()));
        if (method.equals(Method.GET)) {
            // Nobody keeps answers to other methods.
            response.header(NOT_KEPT);
        }
        reply.headers().forEach((name, value) -> response.header(name, value));
        if (method.equals(Method.HEAD)) {
            response.header(HeaderNames.CONTENT_LENGTH, Integer.toString(reply.body().length));
            response.send(NO_BODY);
        } else {
            response.send(reply.body());
        }
    }
}
