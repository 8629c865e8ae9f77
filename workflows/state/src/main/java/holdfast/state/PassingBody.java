package holdfast.state;

import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A body that tells, once it was read, what it was, whether it was stored or not. */
final class PassingBody extends FilterInputStream {
    private static final int HEAD_BYTES = 4_096;
    private static final Map<String, Pattern> FACTS =
            Map.of(
                    "serial", Pattern.compile("\"serial\"\\s*:\\s*(\\d{1,18})\\b"),
                    "lineage", Pattern.compile("\"lineage\"\\s*:\\s*\"([^\"\\\\]{1,200})\""));

    private final Digests digests = new Digests();
    private final ByteArrayOutputStream head = new ByteArrayOutputStream();

    PassingBody(InputStream in) {
        super(in);
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        int count = super.read(bytes, offset, length);
        if (count > 0) {
            digests.add(bytes, offset, count);
            head.write(bytes, offset, Math.min(count, HEAD_BYTES - head.size()));
        }
        return count;
    }

    @Override
    public boolean markSupported() {
        return false;
    }

    /** Reads what is left. */
    StateVersion.Digest digest() throws IOException {
        transferTo(OutputStream.nullOutputStream());
        return digests.result();
    }

    /** Serial and lineage, if it is a state that has them at its beginning, as Terraform's do. */
    Map<String, String> facts() {
        String text = head.toString(StandardCharsets.UTF_8);
        var facts = new TreeMap<String, String>();
        FACTS.forEach((name, pattern) -> {
            Matcher found = pattern.matcher(text);
            if (found.find()) {
                facts.put(name, found.group(1));
            }
        });
        return facts;
    }
}
