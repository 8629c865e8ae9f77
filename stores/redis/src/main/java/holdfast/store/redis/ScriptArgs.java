package holdfast.store.redis;

import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.protocol.CommandArgs;
import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * What follows EVALSHA or EVAL, put into bytes by the thread that calls: the one that writes for all threads only copies them. A script has two
 * dozen arguments, each of which would be an object and several small writes.
 */
final class ScriptArgs<V> extends CommandArgs<String, V> {
    private static final int USUAL_LENGTH = 1024;
    private static final int FRAME_LENGTH = 16;
    private static final int DECIMAL = 10;

    private final ByteBuffer firstKey;
    private byte[] bytes = new byte[USUAL_LENGTH];
    private int length;
    private int count;

    /** @param script its text, or the digest by which Redis knows it */
    ScriptArgs(RedisCodec<String, V> codec, String script, List<String> keys, V[] args) {
        super(codec);
        firstKey = codec.encodeKey(keys.getFirst());
        add(codec.encodeKey(script));
        add(codec.encodeKey(Integer.toString(keys.size())));
        for (String key : keys) {
            add(codec.encodeKey(key));
        }
        for (V arg : args) {
            add(codec.encodeValue(arg));
        }
    }

    private void add(ByteBuffer text) {
        int size = text.remaining();
        if (bytes.length - length < size + FRAME_LENGTH) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + size + FRAME_LENGTH));
        }
        bytes[length++] = '$';
        addNumber(size);
        endLine();
        text.get(bytes, length, size);
        length += size;
        endLine();
        count++;
    }

    private void addNumber(int number) {
        if (number >= DECIMAL) {
            addNumber(number / DECIMAL);
        }
        bytes[length++] = (byte) ('0' + number % DECIMAL);
    }

    private void endLine() {
        bytes[length++] = '\r';
        bytes[length++] = '\n';
    }

    @Override
    public int count() {
        return count;
    }

    @Override
    public void encode(ByteBuf buffer) {
        buffer.writeBytes(bytes, 0, length);
    }

    /** On a cluster it says which slot is meant. */
    @Override
    public ByteBuffer getFirstEncodedKey() {
        return firstKey.duplicate();
    }

    @Override
    public String toCommandString() {
        return new String(bytes, 0, length, StandardCharsets.UTF_8);
    }
}
