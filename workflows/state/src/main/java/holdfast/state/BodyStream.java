package holdfast.state;

import holdfast.store.DocumentKey;
import holdfast.store.StoreException;
import java.io.InputStream;
import java.util.Objects;
import java.util.function.Function;

/** Gives a body part by part. The last part is given only if the whole is what was saved. */
final class BodyStream extends InputStream {
    private final StateVersion version;
    private final Function<DocumentKey, byte[]> parts;
    private final Digests digests = new Digests();
    private byte[] part = new byte[0];
    private int at;
    private int next;

    BodyStream(StateVersion version, Function<DocumentKey, byte[]> parts) {
        this.version = version;
        this.parts = parts;
    }

    @Override
    public int read() {
        return isAtEnd() ? -1 : part[at++] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, target.length);
        if (length == 0) {
            return 0;
        }
        if (isAtEnd()) {
            return -1;
        }
        int taken = Math.min(length, part.length - at);
        System.arraycopy(part, at, target, offset, taken);
        at += taken;
        return taken;
    }

    private boolean isAtEnd() {
        while (at == part.length && next < version.body().parts()) {
            part = parts.apply(Bodies.part(version.body().key(), next));
            at = 0;
            next++;
            digests.add(part, part.length);
            if (next == version.body().parts()) {
                check();
            }
        }
        return at == part.length;
    }

    private void check() {
        StateVersion.Digest digest = digests.result();
        if (!digest.equals(version.digest())) {
            throw new StoreException.Corrupted(
                    "version "
                            + version.id()
                            + " is not what was saved: it has "
                            + digest.size()
                            + " bytes with SHA-256 "
                            + digest.sha256()
                            + ", saved were "
                            + version.digest().size()
                            + " with "
                            + version.digest().sha256(),
                    null);
        }
    }
}
