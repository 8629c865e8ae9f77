package holdfast.store.redis;

import holdfast.store.Document;
import holdfast.store.DocumentKey;
import holdfast.store.DocumentStore;
import holdfast.store.DocumentVersion;
import holdfast.store.PutResult;
import io.lettuce.core.KeyValue;
import io.lettuce.core.Limit;
import io.lettuce.core.Range;
import io.lettuce.core.Range.Boundary;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.ValueListOutput;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Keeps documents in Redis, each a hash of its own, for ever: unlike locks they have no time to live. */
public final class RedisDocumentStore implements DocumentStore {
    private static final byte[] NONE = new byte[0];

    private final RedisLink<byte[]> link;
    private final Script put = Script.of(UnaryOperator.identity(), "put-document");
    private final Script delete = Script.of(UnaryOperator.identity(), "delete-document");

    private RedisDocumentStore(RedisLink<byte[]> link) {
        this.link = link;
    }

    /**
     * Opens the store that the address names.
     *
     * @throws holdfast.store.StoreException if it cannot be used; the message says what to do
     */
    public static RedisDocumentStore open(RedisAddress address) {
        // The same server as for locks, and the same demands on it.
        RedisLockStore.open(address).close();
        return new RedisDocumentStore(
                Connecting.open(address, RedisCodec.of(StringCodec.UTF8, ByteArrayCodec.INSTANCE)));
    }

    @Override
    public Optional<Document> get(DocumentKey key) {
        String hash = shard(key).document(key.text());
        List<KeyValue<String, byte[]>> fields =
                link.look(link.commands().hmget(hash, "version", "body"));
        if (!fields.get(0).hasValue()) {
            return Optional.empty();
        }
        return Optional.of(
                new Document(
                        key,
                        version(fields.get(0).getValue()),
                        fields.get(1).getValueOrElse(NONE)));
    }

    @Override
    public PutResult put(DocumentKey key, @Nullable DocumentVersion expected, byte[] body) {
        DocumentStore.requireFit(key, body);
        byte[] replaced = expected == null ? NONE : bytes(expected.text());
        return write(put, key, new byte[][] {bytes(key.text()), replaced, body});
    }

    @Override
    public PutResult delete(DocumentKey key, DocumentVersion expected) {
        return write(delete, key, new byte[][] {bytes(key.text()), bytes(expected.text())});
    }

    private PutResult write(Script script, DocumentKey key, byte[][] args) {
        Shard shard = shard(key);
        var keys = List.of(shard.documentVersions(), shard.document(key.text()), shard.documents());
        Future<List<byte[]>> answer = link.run(script, ValueListOutput::new, keys, args);
        List<byte[]> reply = link.written(answer);
        DocumentVersion version = reply.get(1).length == 0 ? null : version(reply.get(1));
        return version != null && text(reply.get(0)).equals("stored")
                ? new PutResult.Stored(version)
                : new PutResult.Conflict(version);
    }

    @Override
    public List<DocumentKey> list(String prefix, @Nullable DocumentKey after, int limit) {
        boolean behind = after != null && after.text().compareTo(prefix) >= 0;
        Boundary<byte[]> from =
                behind && after != null
                        ? Boundary.excluding(bytes(after.text()))
                        : Boundary.including(bytes(prefix));
        // Keys are ASCII, so none is above this.
        Range<byte[]> range = Range.from(from, Boundary.excluding(bytes(prefix + "\u007f")));
        var answers =
                link.shards().stream()
                        .map(shard ->
                                link.commands()
                                        .zrangebylex(
                                                shard.documents(), range, Limit.create(0, limit)))
                        .toList();
        return answers.stream()
                .flatMap(answer -> link.look(answer).stream())
                .map(RedisDocumentStore::text)
                .filter(key -> key.startsWith(prefix))
                .sorted()
                .limit(limit)
                .map(DocumentKey::new)
                .toList();
    }

    private Shard shard(DocumentKey key) {
        return link.shardOf(key.text());
    }

    private static DocumentVersion version(byte[] value) {
        return new DocumentVersion(text(value));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String text(byte[] value) {
        return new String(value, StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        link.close();
    }
}
