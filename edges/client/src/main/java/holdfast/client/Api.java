package holdfast.client;

import holdfast.model.ErrorCode;
import holdfast.model.InvalidRequestException;
import holdfast.model.NotPermittedException;
import holdfast.store.StoreException;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks one of the servers, and the next when that does not answer. This is safe for what is asked here: each request is known by a name that
 * its sender chose, or says the same when it is said twice; or it says of itself that it must not be. Safe for use by many threads.
 */
final class Api implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Api.class);
    private static final int ROUNDS = 2;
    private static final long BETWEEN_ROUNDS_MILLIS = 250;
    private static final long LONGEST_PAUSE_MILLIS = 2_000;
    private static final int CLIENT_ERRORS = 400;
    private static final int SERVER_ERRORS = 500;
    private static final int UNAUTHORIZED = 401;
    private static final int TOO_MANY = 429;
    private static final char DELETE = 0x7f;

    private static final Pattern TRACEPARENT =
            Pattern.compile("[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}");

    private final ClientSettings settings;
    private final Transport transport;

    /** Which server answered last. */
    private final AtomicInteger current = new AtomicInteger();

    /** Whether any of them has ever said anything. */
    private volatile boolean answered;

    Api(ClientSettings settings, Transport transport) {
        this.settings = settings;
        this.transport = transport;
    }

    /** What one server said, or that it said nothing. */
    sealed interface Said permits Reply, Failure {}

    /** An answer that says something about what was asked, be it yes or no. */
    record Reply(int status, Fields fields, byte[] body) implements Said {
        boolean isGood() {
            return status < CLIENT_ERRORS;
        }

        Optional<ErrorCode> code() {
            return fields.maybe("code").flatMap(Reply::known);
        }

        private static Optional<ErrorCode> known(String text) {
            for (ErrorCode code : ErrorCode.values()) {
                if (code.name().equals(text)) {
                    return Optional.of(code);
                }
            }
            return Optional.empty();
        }

        String detail() {
            return fields.maybe("detail").orElse("the server answered with status " + status);
        }

        /** For what nobody here expects. */
        StoreException unexpected() {
            return new StoreException.OutcomeUnknown(detail(), null);
        }
    }

    /** How one server failed. */
    record Failure(StoreException what, Duration pause) implements Said {}

    /**
     * @throws NotPermittedException if the servers do not let the caller do this
     * @throws InvalidRequestException if no retry makes it possible
     * @throws StoreException if no server could do it
     */
    Reply ask(Request request) throws InterruptedException {
        StoreException worst = null;
        for (int round = 0; round < ROUNDS; round++) {
            Duration pause = Duration.ofMillis(round == 0 ? 0 : BETWEEN_ROUNDS_MILLIS);
            for (int i = 0; i < settings.servers().size(); i++) {
                TimeUnit.MILLISECONDS.sleep(pause.toMillis());
                int server = current.get();
                switch (once(request, settings.servers().get(server))) {
                    case Reply reply -> {
                        return reply;
                    }
                    case Failure failure -> {
                        worst = worse(worst, failure.what());
                        if (request.repeats() == Request.Repeats.NEVER
                                && worst instanceof StoreException.OutcomeUnknown) {
                            throw worst;
                        }
                        pause = failure.pause();
                        leave(server, failure.what());
                    }
                }
            }
        }
        throw worst == null ? new StoreException.Unavailable("no server was asked", null) : worst;
    }

    boolean hasAnswered() {
        return answered;
    }

    /** How long to go on while none has. */
    Duration firstAnswerWithin() {
        return settings.firstAnswerWithin();
    }

    /** The same for callers that cannot be interrupted, since what they ask must not be left half done. */
    Reply askAnyway(Request request) {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return ask(request);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** What may have been done is worse to know nothing of than what was not. */
    private static StoreException worse(@Nullable StoreException one, StoreException other) {
        return one instanceof StoreException.OutcomeUnknown ? one : other;
    }

    private void leave(int server, StoreException why) {
        int next = (server + 1) % settings.servers().size();
        if (current.compareAndSet(server, next) && next != server) {
            LOG.info("going on with {}: {}", settings.servers().get(next), why.getMessage());
        }
    }

    private Said once(Request request, URI server) throws InterruptedException {
        Transport.Answer answer;
        try {
            answer = answer(request, server);
            answered = true;
        } catch (Transport.NotSent e) {
            return failure(new StoreException.Unavailable(unreachable(server, e), e));
        } catch (IOException e) {
            String text = unreachable(server, e);
            return failure(
                    request.onlyReads()
                            ? new StoreException.Unavailable(text, e)
                            : new StoreException.OutcomeUnknown(text, e));
        }
        var reply = new Reply(answer.status(), fields(request, answer), answer.body());
        if (reply.status() >= SERVER_ERRORS) {
            return failure(storeFailed(request, reply));
        }
        if (isTooMany(reply)) {
            return new Failure(
                    new StoreException.Unavailable(reply.detail(), null), retryAfter(answer));
        }
        return checked(reply);
    }

    /** Who is not known does nothing: with another token, if there is one, the same may be asked again. */
    private Transport.Answer answer(Request request, URI server)
            throws IOException, InterruptedException {
        Optional<String> token = token();
        Transport.Answer answer = transport.send(message(request, server, token));
        if (answer.status() != UNAUTHORIZED || token.isEmpty()) {
            return answer;
        }
        settings.credential().refused(token.get());
        Optional<String> another = token();
        return another.equals(token) ? answer : transport.send(message(request, server, another));
    }

    /** A queue that is full has the same status, and is an answer. */
    private static boolean isTooMany(Reply reply) {
        return reply.code()
                .map(ErrorCode.TOO_MANY_REQUESTS::equals)
                .orElse(reply.status() == TOO_MANY);
    }

    /** What comes from a proxy before the servers, which says that they are away or busy, need be no JSON. */
    private static Fields fields(Request request, Transport.Answer answer) {
        boolean isJson =
                answer.body().length > 0
                        && (!request.isForBytes() || answer.status() >= CLIENT_ERRORS);
        if (!isJson) {
            return Fields.NONE;
        }
        try {
            return Fields.parse(answer.body());
        } catch (StoreException.Corrupted e) {
            if (answer.status() >= SERVER_ERRORS || answer.status() == TOO_MANY) {
                return Fields.NONE;
            }
            throw e;
        }
    }

    private static Failure failure(StoreException what) {
        return new Failure(what, Duration.ZERO);
    }

    private static String unreachable(URI server, IOException e) {
        String why = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
        return "the server at " + server + " did not answer: " + why;
    }

    private static StoreException storeFailed(Request request, Reply reply) {
        String unsaid = request.onlyReads() ? "nothing_written" : "unknown";
        return switch (reply.fields().maybe("outcome").orElse(unsaid)) {
            case "nothing_written" -> new StoreException.Unavailable(reply.detail(), null);
            case "broken" -> new StoreException.Corrupted(reply.detail(), null);
            default -> new StoreException.OutcomeUnknown(reply.detail(), null);
        };
    }

    private static Duration retryAfter(Transport.Answer answer) {
        long millis =
                answer.retryAfter()
                        .filter(text -> text.matches("\\d{1,4}"))
                        .map(text -> TimeUnit.SECONDS.toMillis(Long.parseLong(text)))
                        .orElse(BETWEEN_ROUNDS_MILLIS);
        return Duration.ofMillis(Math.min(millis, LONGEST_PAUSE_MILLIS));
    }

    private static Reply checked(Reply reply) {
        Optional<ErrorCode> code = reply.code();
        if (reply.status() == UNAUTHORIZED
                || code.filter(ErrorCode.PERMISSION_DENIED::equals).isPresent()) {
            throw new NotPermittedException(reply.detail());
        }
        if (code.filter(ErrorCode.INVALID_REQUEST::equals).isPresent()) {
            throw new InvalidRequestException(reply.detail());
        }
        if (!reply.isGood() && code.isEmpty()) {
            throw new StoreException.Corrupted(
                    reply.detail() + ", which no Holdfast server says", null);
        }
        return reply;
    }

    private Transport.Message message(Request request, URI server, Optional<String> token) {
        Map<String, String> headers = new HashMap<>(request.headers());
        headers.putIfAbsent(Request.ACCEPT, "application/json");
        token.ifPresent(text -> headers.put("Authorization", "Bearer " + text));
        settings.traceparent()
                .get()
                .filter(text -> TRACEPARENT.matcher(text).matches())
                .ifPresent(text -> headers.put("traceparent", text));
        if (request.body().isPresent()) {
            headers.put("Content-Type", "application/json");
        }
        Duration usual = settings.answerTime().plus(request.waits());
        return new Transport.Message(
                URI.create(server + request.target()),
                request.method(),
                headers,
                request.body(),
                request.deadline().filter(own -> own.compareTo(usual) < 0).orElse(usual),
                request.repeats());
    }

    private Optional<String> token() {
        Optional<String> token = settings.credential().get();
        if (token.filter(text -> !text.chars().allMatch(c -> c > ' ' && c < DELETE)).isPresent()) {
            throw new InvalidRequestException("the token for the server has odd characters in it");
        }
        return token;
    }

    @Override
    public void close() {
        transport.close();
    }
}
