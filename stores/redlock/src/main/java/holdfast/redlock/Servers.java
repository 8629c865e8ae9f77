package holdfast.redlock;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.protocol.RedisCommand;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import io.lettuce.core.resource.Delay;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** All servers together: what a lease asks of them. */
final class Servers implements AutoCloseable {
    private static final Duration CALL_TIMEOUT = Duration.ofSeconds(2);
    private static final Duration CALL_AGAIN_AFTER = Duration.ofMillis(200);
    private static final Duration GOODBYE = Duration.ofMillis(500);

    /** A server that hangs must not collect questions without end. */
    private static final int QUESTIONS_AT_ONCE = 10_000;

    private final RedlockSettings settings;
    private final ClientResources resources;
    private final RedisClient client;
    private final List<Server> all;

    private Servers(List<RedisURI> addresses, RedlockSettings settings) {
        this.settings = settings;
        this.resources =
                DefaultClientResources.builder()
                        .ioThreadPoolSize(2)
                        .computationThreadPoolSize(2)
                        .reconnectDelay(Delay.constant(CALL_AGAIN_AFTER))
                        .build();
        this.client = RedisClient.create(resources);
        client.setOptions(options());
        this.all =
                IntStream.range(0, addresses.size())
                        .mapToObj(number -> new Server(number, addresses.get(number), client))
                        .toList();
    }

    /** Returns when every server was reached or failed, or has taken too long: none is necessary by itself. */
    static Servers connect(List<RedisURI> addresses, RedlockSettings settings) {
        addresses.forEach(address -> address.setTimeout(CALL_TIMEOUT));
        var servers = new Servers(addresses, settings);
        CompletableFuture<?>[] called =
                servers.all.stream().map(Server::called).toArray(CompletableFuture<?>[]::new);
        CompletableFuture.allOf(called)
                .completeOnTimeout(null, CALL_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)
                .join();
        return servers;
    }

    private static ClientOptions options() {
        return ClientOptions.builder()
                .autoReconnect(true)
                .disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS)
                .replayFilter(Servers::giveUp)
                .requestQueueSize(QUESTIONS_AT_ONCE)
                .socketOptions(
                        SocketOptions.builder()
                                .connectTimeout(CALL_TIMEOUT)
                                .tcpNoDelay(true)
                                .build())
                .build();
    }

    /** What was under way when the connection was cut is not sent again: it would arrive after its time. */
    private static boolean giveUp(RedisCommand<?, ?, ?> command) {
        command.completeExceptionally(new RedisException("the connection was cut"));
        return true;
    }

    Ballot acquire(LeaseRequest request, Signature signature) {
        Duration ttl = request.ttl();
        return Ballot.on(
                all,
                server ->
                        server.ask(
                                Script.ACQUIRE,
                                keyOf(request),
                                withTtl(ttl, signature.allOn(server)),
                                settings.timeoutFor(ttl)));
    }

    Ballot extend(LeaseRequest request, Signature signature) {
        Duration ttl = request.ttl();
        return Ballot.on(
                all,
                server ->
                        server.ask(
                                Script.EXTEND,
                                keyOf(request),
                                withTtl(ttl, signature.on(server)),
                                settings.timeoutFor(ttl)));
    }

    /** Asks every server, also those that did not answer before: they may have granted it all the same. */
    Ballot release(LeaseRequest request, Signature signature) {
        return Ballot.on(
                all,
                server ->
                        server.ask(
                                Script.RELEASE,
                                keyOf(request),
                                signature.allOn(server),
                                settings.serverTimeout()));
    }

    private String keyOf(LeaseRequest request) {
        return settings.keyPrefix() + request.name();
    }

    private static String[] withTtl(Duration ttl, String... values) {
        return Stream.concat(Stream.of(Long.toString(ttl.toMillis())), Stream.of(values))
                .toArray(String[]::new);
    }

    @Override
    public void close() {
        client.shutdown(Duration.ZERO, GOODBYE);
        resources.shutdown(0, GOODBYE.toMillis(), TimeUnit.MILLISECONDS).awaitUninterruptibly();
    }
}
