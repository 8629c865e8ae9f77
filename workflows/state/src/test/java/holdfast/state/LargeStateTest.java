package holdfast.state;

import static holdfast.state.Scene.NETWORK;
import static org.assertj.core.api.Assertions.assertThat;

import holdfast.store.files.FileDocumentStore;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A large state passes through in parts. */
final class LargeStateTest {
    private static final long SIZE = 100L * 1024 * 1024 + 17;

    /** As many bytes as asked for, and remembers the largest piece that was asked for at once. */
    private static final class Source extends InputStream {
        private long left = SIZE;
        private int largest;

        @Override
        public int read() {
            return left-- > 0 ? (int) (left % 251) : -1;
        }

        @Override
        public int read(byte[] target, int offset, int length) {
            largest = Math.max(largest, length);
            if (left <= 0) {
                return -1;
            }
            int taken = (int) Math.min(length, left);
            for (int i = 0; i < taken; i++) {
                target[offset + i] = (byte) read();
            }
            return taken;
        }
    }

    @Test
    void aStateOfAHundredMegabytesIsStoredAndReadInPartsOfEight(@TempDir Path folder)
            throws Exception {
        var source = new Source();
        try (var scene = new Scene(FileDocumentStore.open(folder))) {
            Writer writer = scene.lock(NETWORK.text());

            StateVersion version =
                    Scene.saved(
                            scene.states.save(
                                    NETWORK,
                                    SaveRequest.of(writer, new SaveRequest.Base.Nothing()),
                                    source));

            assertThat(version.body().parts()).isEqualTo(13);
            assertThat(version.digest().size()).isEqualTo(SIZE);
            assertThat(source.largest).isLessThanOrEqualTo(Bodies.PART_BYTES);
            assertThat(digestOf(scene.states.open(version)))
                    .isEqualTo(digestOf(new Source()))
                    .isEqualTo(version.digest().sha256());
        }
    }

    private static String digestOf(InputStream stream)
            throws IOException, java.security.NoSuchAlgorithmException {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        try (var in = new DigestInputStream(stream, digest)) {
            in.transferTo(java.io.OutputStream.nullOutputStream());
        }
        return HexFormat.of().formatHex(digest.digest());
    }
}
