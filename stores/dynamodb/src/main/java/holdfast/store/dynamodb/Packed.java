package holdfast.store.dynamodb;

import holdfast.store.StoreException;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingDeque;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/**
 * Texts, compressed: every kilobyte that is written costs a unit, and most of a record is the names of its fields, which are in a
 * dictionary that both sides know. The dictionary is part of the format.
 */
final class Packed {
    private static final byte[] DICTIONARY =
            ("{\"ending\":\"expired\"}{\"ending\":\"cancelled\",\"why\":\"\"}\t{\"lock\":\"lock_17_\",\"token\":17"
                            + "\"root\":\"\",\"path\":\"\",\"key\":\"\",\"mode\":\"shared\",\"tenure_nanos\":,\"reason\":\"\",\"metadata\":{}"
                            + "\"facts\":{\"user\":\"\",\"host\":\"\",\"pid\":\"\",\"link\":\"https://\"}},\"enqueued_at\":17"
                            + "\t\ne1\t\tr17 lock_17\n\tlock_17\tCONFIRMED\tUNCONFIRMED\t{\"mode\":\"exclusive\",\"owner\":{\"id\":\"\",\"name\":\"\",\"facts\":{}},"
                            + "\"claims\":[{\"request\":\"\",\"mode\":\"exclusive\",\"via\":\"\"}],"
                            + "\"lease_nanos\":60000000000,\"priority\":\"normal\",\"engine\":\"\"}\n")
                    .getBytes(StandardCharsets.UTF_8);

    /** Making one takes longer than using it. The one that was used last is taken first: most of its memory is at hand still. */
    private static final BlockingDeque<Deflater> IDLE = new LinkedBlockingDeque<>(16);

    /** Higher ones take up to twice as long to save a hundredth. */
    private static final int LEVEL = 1;

    private static final int BUFFER = 4_096;

    private Packed() {}

    static byte[] pack(String text) {
        Deflater deflater = IDLE.pollFirst();
        if (deflater == null) {
            deflater = new Deflater(LEVEL, true);
        }
        try {
            deflater.setDictionary(DICTIONARY);
            deflater.setInput(text.getBytes(StandardCharsets.UTF_8));
            deflater.finish();
            var packed = new ByteArrayOutputStream();
            var buffer = new byte[BUFFER];
            while (!deflater.finished()) {
                packed.write(buffer, 0, deflater.deflate(buffer));
            }
            return packed.toByteArray();
        } finally {
            deflater.reset();
            if (!IDLE.offerFirst(deflater)) {
                deflater.end();
            }
        }
    }

    static String unpack(byte[] packed) {
        var inflater = new Inflater(true);
        try {
            inflater.setDictionary(DICTIONARY);
            inflater.setInput(packed);
            var text = new ByteArrayOutputStream();
            var buffer = new byte[BUFFER];
            while (!inflater.finished()) {
                int size = inflater.inflate(buffer);
                if (size == 0 && (inflater.needsInput() || inflater.needsDictionary())) {
                    throw new DataFormatException("it ends too early");
                }
                text.write(buffer, 0, size);
            }
            return text.toString(StandardCharsets.UTF_8);
        } catch (DataFormatException e) {
            throw new StoreException.Corrupted(
                    "a stored record cannot be unpacked: " + e.getMessage(), e);
        } finally {
            inflater.end();
        }
    }
}
