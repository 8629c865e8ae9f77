package holdfast.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import holdfast.model.InvalidRequestException;
import holdfast.store.Change;
import holdfast.store.StoreException;
import holdfast.store.testkit.Drafts;
import io.lettuce.core.AclSetuserArgs;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever is wrong, the message says what to do. */
final class BadInputTest {
    private static RedisServer server;
    private static RedisServer guarded;

    @BeforeAll
    static void start() {
        server = RedisServer.start();
        guarded = RedisServer.start();
        guarded.ask(redis ->
                redis.aclSetuser(
                        "narrow",
                        AclSetuserArgs.Builder.on()
                                .addPassword("secret")
                                .addCommand(CommandType.INFO)
                                .addCommand(CommandType.TIME)));
        guarded.ask(redis -> redis.configSet("requirepass", "secret"));
    }

    @AfterAll
    static void stop() {
        server.close();
        guarded.close();
    }

    @BeforeEach
    void empty() {
        server.ask(redis -> redis.flushall());
        server.ask(redis -> redis.configSet("maxmemory-policy", "noeviction"));
    }

    private static AbstractThrowableAssert<?, ? extends Throwable> opening(String url) {
        return assertThatThrownBy(() -> RedisLockStore.open(RedisAddress.parse(url)).close());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "redis:localhost | write redis://",
                "http://localhost | write redis://",
                "redis://localhost:port | write redis://",
                "redis://localhost?colour=red | unknown settings [colour]",
                "redis://localhost?timeout=5 | write 500ms or 3s",
                "redis://localhost?timeout=0s | not positive",
                "redis://localhost?prefix={x} | without braces",
                "redis://localhost?evicting=maybe | neither refuse nor accept",
                "redis://localhost?replicas=some | not a number",
                "redis://localhost?master=main | redis-sentinel://",
                "redis-sentinel://localhost:26379 | add ?master=NAME",
                "redis-cluster://localhost:7000/3 | leave it out",
                "redis-cluster://localhost:7000?replicas=-1 | there are no -1 replicas"
            })
    void aBadAddressIsRefusedWithWhatToWrite(String url, String advice) {
        assertThatThrownBy(() -> RedisAddress.parse(url))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining(advice);
    }

    @Test
    void noMessageRepeatsThePassword() {
        assertThatThrownBy(() -> RedisAddress.parse("redis://me:hush@localhost:x"))
                .hasMessageNotContaining("hush");
        assertThat(RedisAddress.parse("redis://me:hush@localhost:6379"))
                .hasToString("redis://localhost:6379");
        opening("redis://:hush@127.0.0.1:" + guarded.port()).hasMessageNotContaining("hush");
    }

    @Test
    void nobodyAtTheAddress() {
        opening("redis://127.0.0.1:" + RedisServer.freePort())
                .isInstanceOf(StoreException.Unavailable.class)
                .hasMessageContaining("cannot be reached")
                .hasMessageContaining("refused");
    }

    @Test
    void noPassword() {
        opening(guarded.url())
                .isInstanceOf(StoreException.Incompatible.class)
                .hasMessageContaining("wants a password");
    }

    @Test
    void aWrongPassword() {
        opening("redis://:wrong@127.0.0.1:" + guarded.port())
                .isInstanceOf(StoreException.Incompatible.class)
                .hasMessageContaining("correct");
    }

    @Test
    void aUserWithoutPermission() {
        opening("redis://narrow:secret@127.0.0.1:" + guarded.port())
                .isInstanceOf(StoreException.Incompatible.class)
                .hasMessageContaining("does not permit");
    }

    /** New users of Redis 7 may use no channels, and a script that fails in the middle leaves half of its work behind. */
    @ParameterizedTest
    @ValueSource(strings = {"resetchannels", "-zadd", "-publish", "-unlink"})
    void aUserWhoMayDoNearlyAllIsRefusedBeforeAnythingIsDone(String without) {
        server.ask(redis ->
                redis.dispatch(
                        CommandType.ACL,
                        new StatusOutput<>(StringCodec.UTF8),
                        new CommandArgs<>(StringCodec.UTF8)
                                .add("SETUSER")
                                .add("nearly")
                                .add("reset")
                                .add("on")
                                .add(">secret")
                                .add("~holdfast:*")
                                .add("&*")
                                .add("+@all")
                                .add(without)));

        opening("redis://nearly:secret@127.0.0.1:" + server.port())
                .isInstanceOf(StoreException.Incompatible.class)
                .hasMessageContaining("does not permit")
                .hasMessageContaining("channels");
    }

    @Test
    void tlsWhereThereIsNone() {
        opening("rediss://127.0.0.1:" + server.port() + "?timeout=2s")
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("TLS");
    }

    @Test
    void aClusterThatIsNone() {
        opening("redis-cluster://127.0.0.1:" + server.port())
                .isInstanceOf(StoreException.Incompatible.class)
                .hasMessageContaining("use redis://");
    }

    @Test
    void keysOfSomethingElse() {
        server.ask(redis -> redis.set("mine:{0}:s", "a text"));
        server.ask(redis -> redis.hset("yours:{0}:s", Map.of("field", "value")));
        String tag = Shard.all(RedisAddress.parse(server.url())).getFirst().clock();
        assertThat(tag).isEqualTo("holdfast:{0}:s");

        opening(server.url() + "?prefix=mine:")
                .isInstanceOf(StoreException.Corrupted.class)
                .hasMessageContaining("choose another");
        opening(server.url() + "?prefix=yours:")
                .isInstanceOf(StoreException.Corrupted.class)
                .hasMessageContaining("choose another");
        Map<String, String> left = server.ask(redis -> redis.hgetall("yours:{0}:s"));
        assertThat(left).hasSize(1);
    }

    @Test
    void locksOfANewerVersion() {
        server.ask(redis -> redis.hset("holdfast:{0}:s", Map.of("format", "4")));

        opening(server.url())
                .isInstanceOf(StoreException.Incompatible.class)
                .hasMessageContaining("use the version that wrote them");
    }

    @Test
    void aServerThatMayEvictIsRefusedUnlessThatIsAccepted() {
        server.ask(redis -> redis.configSet("maxmemory-policy", "allkeys-lru"));

        opening(server.url())
                .isInstanceOf(StoreException.Incompatible.class)
                .hasMessageContaining("maxmemory-policy noeviction")
                .hasMessageContaining("?evicting=accept");
        RedisLockStore.open(RedisAddress.parse(server.url() + "?evicting=accept")).close();
    }

    @Test
    void aNumberThatRedisCannotCountExactly() {
        try (var store = RedisLockStore.open(RedisAddress.parse(server.url()))) {
            var commit =
                    Drafts.commit(
                                    new Change.RaiseNumbers(Micros.NUMBER_MAX + 1),
                                    Drafts.hold("alice").grant())
                            .draft();

            assertThatThrownBy(() -> store.commit(List.of(commit)))
                    .isInstanceOf(InvalidRequestException.class)
                    .hasMessageContaining("too large");
        }
    }
}
