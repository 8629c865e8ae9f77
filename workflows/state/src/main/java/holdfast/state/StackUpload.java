package holdfast.state;

import holdfast.model.InvalidRequestException;
import holdfast.store.DocumentKey;
import holdfast.store.DocumentStore;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;

/**
 * A stack's state on its way to a server, with Pulumi's files that come with it: an object with the {@code state}, then what the {@code files}
 * are, then their {@code bodies}, bytes as Base64. Only one body at a time is in memory.
 */
public final class StackUpload implements PulumiFiles, AutoCloseable {
    private static final String STATE = "state";
    private static final String FILES = "files";
    private static final String BODIES = "bodies";
    private static final String SIZE = "size";
    private static final String SHA256 = "sha256";
    private static final int FILES_MAX = 20_000;

    /** Of what is no body: bodies are not read as texts. */
    private static final int TEXT_MAX = 1_024;

    private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{64}");

    private static final JsonFactory FACTORY =
            JsonFactory.builder()
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .streamReadConstraints(
                            StreamReadConstraints.builder()
                                    .maxStringLength(TEXT_MAX)
                                    .maxNameLength(DocumentKey.LENGTH_MAX)
                                    .build())
                    .build();

    private final JsonParser json;
    private final byte[] state;
    private final Map<String, Announced> announced;

    private StackUpload(JsonParser json, byte[] state, Map<String, Announced> announced) {
        this.json = json;
        this.state = state;
        this.announced = announced;
    }

    public static byte[] write(byte[] state, PulumiFiles files) throws IOException {
        var out = new ByteArrayOutputStream();
        try (JsonGenerator to = FACTORY.createGenerator(ObjectWriteContext.empty(), out)) {
            to.writeStartObject();
            to.writeBinaryProperty(STATE, state);
            to.writeObjectPropertyStart(FILES);
            files.announced()
                    .forEach((path, file) -> {
                        to.writeObjectPropertyStart(path);
                        to.writeNumberProperty(SIZE, file.size());
                        to.writeStringProperty(SHA256, file.sha256());
                        to.writeEndObject();
                    });
            to.writeEndObject();
            to.writeObjectPropertyStart(BODIES);
            files.each(to::writeBinaryProperty);
            to.writeEndObject();
            to.writeEndObject();
        }
        return out.toByteArray();
    }

    /**
     * Reads what comes before the bodies.
     *
     * @throws InvalidRequestException if it is something else
     * @throws TooLargeException if the state is larger than any stack's may be
     */
    public static StackUpload read(InputStream in) throws IOException {
        try {
            JsonParser json = FACTORY.createParser(ObjectReadContext.empty(), in);
            require(json.nextToken() == JsonToken.START_OBJECT, "is no object");
            requireMember(json, STATE);
            int max = DocumentStore.BODY_BYTES_MAX;
            byte[] state = bytes(json, new Bounded(max, () -> new TooLargeException(max)));
            requireMember(json, FILES);
            return new StackUpload(json, state, announcements(json));
        } catch (JacksonException e) {
            throw broken(e);
        }
    }

    private static Map<String, Announced> announcements(JsonParser json) {
        var announced = new LinkedHashMap<String, Announced>();
        require(json.nextToken() == JsonToken.START_OBJECT, "does not say what its files are");
        while (json.nextToken() == JsonToken.PROPERTY_NAME) {
            String path = json.currentName();
            require(json.nextToken() == JsonToken.START_OBJECT, "does not say what a file is");
            requireMember(json, SIZE);
            require(
                    json.nextToken() == JsonToken.VALUE_NUMBER_INT,
                    "does not say how long a file is");
            long size = json.getLongValue();
            requireMember(json, SHA256);
            require(json.nextToken() == JsonToken.VALUE_STRING, "has a file without its digest");
            String sha256 = json.getString();
            require(DIGEST.matcher(sha256).matches(), "has a file without its digest");
            announced.put(path, new Announced(size, sha256));
            require(json.nextToken() == JsonToken.END_OBJECT, "says more of a file than is known");
            require(
                    announced.size() <= FILES_MAX,
                    "has more than " + FILES_MAX + " files: copy them by Pulumi's own means");
        }
        return announced;
    }

    private static void requireMember(JsonParser json, String name) {
        require(
                json.nextToken() == JsonToken.PROPERTY_NAME && json.currentName().equals(name),
                "has no '" + name + "' where it belongs");
    }

    private static byte[] bytes(JsonParser json, Bounded into) {
        require(json.nextToken() == JsonToken.VALUE_STRING, "has bytes that are no Base64");
        json.readBinaryValue(into);
        return into.toByteArray();
    }

    /** Takes so many bytes and no more, whatever is sent. */
    private static final class Bounded extends ByteArrayOutputStream {
        private final long bytesMax;
        private final Supplier<RuntimeException> otherwise;

        Bounded(long bytesMax, Supplier<RuntimeException> otherwise) {
            this.bytesMax = bytesMax;
            this.otherwise = otherwise;
        }

        @Override
        public synchronized void write(int b) {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public synchronized void write(byte[] bytes, int offset, int length) {
            if (length > bytesMax - size()) {
                throw otherwise.get();
            }
            super.write(bytes, offset, length);
        }
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw wrong(otherwise);
        }
    }

    private static InvalidRequestException wrong(String what) {
        return new InvalidRequestException("the body " + what);
    }

    /** What came from a connection that failed is no mistake of who sent it. Says where and not what: there may be secrets. */
    private static InvalidRequestException broken(JacksonException e) throws IOException {
        if (e.getCause() instanceof IOException failure) {
            throw failure;
        }
        // What is longer than it may be has no place.
        TokenStreamLocation place = e.getLocation();
        return wrong(
                "is not a stack with its files: it cannot be read"
                        + (place == null ? "" : " at byte " + place.getByteOffset()));
    }

    public byte[] state() {
        return state.clone();
    }

    @Override
    public Map<String, Announced> announced() {
        return Map.copyOf(announced);
    }

    @Override
    public void each(Taker taker) throws IOException {
        try {
            requireMember(json, BODIES);
            require(json.nextToken() == JsonToken.START_OBJECT, "has no bodies");
            int taken = 0;
            for (; json.nextToken() == JsonToken.PROPERTY_NAME; taken++) {
                taker.take(json.currentName(), body(json.currentName()));
            }
            require(taken == announced.size(), "has not all files of which it tells");
            require(
                    json.nextToken() == JsonToken.END_OBJECT && json.nextToken() == null,
                    "has more than bodies");
        } catch (JacksonException e) {
            throw broken(e);
        }
    }

    private byte[] body(String path) {
        String another = "has another '" + path + "' than it says";
        Announced file = announced.get(path);
        if (file == null) {
            throw wrong(another);
        }
        long max = Math.min(file.size(), DocumentStore.BODY_BYTES_MAX);
        byte[] body = bytes(json, new Bounded(max, () -> wrong(another)));
        require(Announced.of(body).equals(file), another);
        return body;
    }

    @Override
    public void close() {
        json.close();
    }
}
