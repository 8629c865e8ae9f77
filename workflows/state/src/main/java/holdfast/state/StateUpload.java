package holdfast.state;

import holdfast.model.InvalidRequestException;
import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * A state as it comes in. It passes as it is, but its end is refused if it is not what the client meant to send: not the digest that
 * it named, or no JSON object from brace to brace. Nothing is saved before the end has passed.
 */
public final class StateUpload extends FilterInputStream {
    private static final int HEAD_BYTES = 64 * 1024;

    private final Optional<String> expectedMd5;
    private final MessageDigest md5;
    private final Map<String, String> facts;
    private int first = -1;
    private int last = -1;
    private boolean hasMark;

    public StateUpload(InputStream in, Optional<String> expectedMd5) throws IOException {
        super(new BufferedInputStream(in, HEAD_BYTES));
        this.expectedMd5 = expectedMd5;
        try {
            this.md5 = MessageDigest.getInstance("MD5");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has MD5", e);
        }
        this.facts = look();
    }

    /** Serial and lineage, where a state has them at its beginning, as all do; an encrypted one has nothing else to look at. */
    private Map<String, String> look() throws IOException {
        in.mark(HEAD_BYTES);
        byte[] head = in.readNBytes(HEAD_BYTES);
        in.reset();
        var found = new LinkedHashMap<String, String>();
        try (JsonParser json = new JsonFactory().createParser(ObjectReadContext.empty(), head)) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                return found;
            }
            while (found.size() < 2 && json.nextToken() == JsonToken.PROPERTY_NAME) {
                String name = json.currentName();
                JsonToken value = json.nextToken();
                if (name.equals("serial") && value == JsonToken.VALUE_NUMBER_INT) {
                    found.put("serial", json.getString());
                } else if (name.equals("Operation") && value == JsonToken.VALUE_STRING) {
                    throw new InvalidRequestException(
                            "the body tells of a lock and is no state: the address for locks ends in /lock");
                } else if (name.equals("lineage") && value == JsonToken.VALUE_STRING) {
                    found.put("lineage", Words.fit(json.getString()));
                } else {
                    hasMark |= name.equals("version") || name.equals("encrypted_data");
                    json.skipChildren();
                }
            }
        } catch (JacksonException e) {
            // The head ends in the middle, or this is no JSON: what was found, was found.
        }
        return found;
    }

    /** As the client named it before it sent the body, which is refused if it has another. */
    public Optional<String> namedMd5() {
        return expectedMd5;
    }

    /** Whether it begins like a state, however old or encrypted, of which not all tell serial and lineage. */
    public boolean isLikeAState() {
        return hasMark || !facts.isEmpty();
    }

    public Map<String, String> facts() {
        return facts;
    }

    @Override
    public int read() throws IOException {
        var one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        int taken = super.read(target, offset, length);
        if (taken < 0) {
            check();
            return taken;
        }
        md5.update(target, offset, taken);
        for (int i = offset; i < offset + taken; i++) {
            if (!isBlank(target[i])) {
                first = first < 0 ? target[i] : first;
                last = target[i];
            }
        }
        return taken;
    }

    private void check() throws IOException {
        String digest = Base64.getEncoder().encodeToString(digestSoFar());
        if (expectedMd5.isPresent() && !expectedMd5.get().equals(digest)) {
            throw new InvalidRequestException(
                    "the body does not have the Content-MD5 that was named: it was damaged on its way");
        }
        if (first != '{' || last != '}') {
            throw new InvalidRequestException(
                    "the body is not a whole JSON object, and so no state");
        }
    }

    /** The end may be read twice. */
    private byte[] digestSoFar() throws IOException {
        try {
            return ((MessageDigest) md5.clone()).digest();
        } catch (CloneNotSupportedException e) {
            throw new IOException(e);
        }
    }

    private static boolean isBlank(byte b) {
        return b == ' ' || b == '\n' || b == '\r' || b == '\t';
    }
}
