package holdfast.state;

import holdfast.store.Document;
import holdfast.store.DocumentKey;
import holdfast.store.DocumentStore;
import holdfast.store.PutResult;
import holdfast.store.StoreException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Bodies of versions: written once, part by part, so that a large one never lies in memory as a whole. The first part has the
 * body's own name, the others a number behind it: {@code cat body*} gives the body.
 */
final class Bodies {
    static final int PART_BYTES = 8 * 1024 * 1024;

    /** What a version is said to be encrypted with. */
    static final String KEY = "key";

    private static final int PAGE = 500;

    private final DocumentStore documents;
    private final KeyRing keys;

    Bodies(DocumentStore documents, KeyRing keys) {
        this.documents = documents;
        this.keys = keys;
    }

    /** A body that is stored and that no version points at yet. */
    record Written(StateVersion.BodyPlace place, StateVersion.Digest digest) {}

    /**
     * Stores what the stream gives, at most so many bytes. If it fails, nothing stays behind.
     *
     * @throws IOException if the stream fails
     * @throws TooLargeException if there is more
     */
    Written write(String key, InputStream in, long bytesMax) throws IOException {
        var digests = new Digests();
        int parts = 0;
        try {
            byte[] part;
            do {
                // Takes no more memory than comes: most states are small.
                part = in.readNBytes(PART_BYTES);
                digests.add(part, part.length);
                if (part.length > 0 || parts == 0) {
                    parts++;
                    put(part(key, parts - 1), part, bytesMax, digests);
                }
            } while (part.length == PART_BYTES);
            return new Written(new StateVersion.BodyPlace(key, parts), digests.result());
        } catch (IOException | RuntimeException e) {
            remove(new StateVersion.BodyPlace(key, parts), e);
            throw e;
        }
    }

    private void put(DocumentKey key, byte[] part, long bytesMax, Digests digests) {
        if (digests.size() > bytesMax) {
            throw new TooLargeException(bytesMax);
        }
        byte[] sealed = keys.seal(key.text(), part);
        try {
            if (documents.put(key, null, sealed) instanceof PutResult.Stored) {
                return;
            }
        } catch (StoreException.OutcomeUnknown e) {
            if (documents.get(key).filter(found -> isSame(found, sealed)).isPresent()
                    || documents.put(key, null, sealed) instanceof PutResult.Stored) {
                return;
            }
        }
        // Its name has a random part: this is our own, or the world has ended.
        if (documents.get(key).filter(found -> isSame(found, sealed)).isEmpty()) {
            throw new StoreException.Corrupted("'" + key + "' is there already", null);
        }
    }

    private static boolean isSame(Document found, byte[] body) {
        return Arrays.equals(found.body(), body);
    }

    /** What is known of a body that is written here: these facts, and the key that it needs. */
    Map<String, String> withKey(Map<String, String> facts) {
        var all = new TreeMap<>(facts);
        all.remove(KEY);
        keys.first().ifPresent(name -> all.put(KEY, name));
        return all;
    }

    /** Whoever has no keys at all does not know that this state is a secret, or was before it was removed. */
    void requireKeys(Pointer pointer) {
        if (!mayStore(pointer.key())) {
            throw new StoreException.Incompatible(
                    "the state is encrypted with the key '"
                            + pointer.key()
                            + "', and would be stored in the clear from now on: give the keys"
                            + " (HOLDFAST_STATE_KEYS), with a first line 'plain' if that is meant");
        }
    }

    /** @param key with which the state is encrypted; null if with none */
    boolean mayStore(@Nullable String key) {
        return key == null || !keys.isEmpty();
    }

    static DocumentKey part(String key, int index) {
        return new DocumentKey(index == 0 ? key : key + "." + "%04d".formatted(index));
    }

    /** The body as a stream that fails, before it gives the last part, if it is not what was saved. */
    InputStream open(StateVersion version) {
        return new BodyStream(version, this::part);
    }

    /** The body of a version, certain to be what was saved. */
    byte[] read(StateVersion version) {
        try (InputStream in = open(version)) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new IllegalStateException("no stream is below this one", e);
        }
    }

    /** Whether what was saved can be read: what is missing or damaged may not be called there. */
    boolean isWhole(StateVersion version) {
        try (InputStream in = open(version)) {
            in.transferTo(OutputStream.nullOutputStream());
            return true;
        } catch (StoreException.Corrupted e) {
            return false;
        } catch (IOException e) {
            throw new IllegalStateException("no stream is below this one", e);
        }
    }

    private byte[] part(DocumentKey key) {
        Document document =
                documents
                        .get(key)
                        .orElseThrow(() ->
                                new StoreException.Corrupted("'" + key + "' is missing", null));
        return keys.open(key.text(), document.body());
    }

    void remove(StateVersion.BodyPlace place) {
        // The first part last: as long as it is there, the rest can be found.
        for (int i = place.parts() - 1; i >= 0; i--) {
            remove(part(place.key(), i));
        }
    }

    /** The documents of bodies in a folder, the parts of each behind its first. */
    List<DocumentKey> keys(String folder) {
        var keys = new ArrayList<DocumentKey>();
        @Nullable DocumentKey last = null;
        List<DocumentKey> page;
        do {
            page = documents.list(folder, last, PAGE);
            keys.addAll(page);
            last = keys.isEmpty() ? null : keys.getLast();
        } while (page.size() == PAGE);
        return keys;
    }

    void remove(DocumentKey key) {
        documents.get(key).ifPresent(found -> documents.delete(key, found.version()));
    }

    private void remove(StateVersion.BodyPlace place, Exception because) {
        try {
            remove(place);
        } catch (StoreException e) {
            because.addSuppressed(e);
        }
    }
}
