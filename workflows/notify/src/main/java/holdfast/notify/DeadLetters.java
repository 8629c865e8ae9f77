package holdfast.notify;

import holdfast.json.JsonObject;
import holdfast.json.JsonText;
import holdfast.store.Document;
import holdfast.store.DocumentKey;
import holdfast.store.DocumentStore;
import holdfast.store.PutResult;
import holdfast.store.StoreException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Messages that could not be delivered, kept in documents. Safe for use by many threads. */
public final class DeadLetters {
    private static final String FOLDER = "notify/dead-letters/";
    private static final String WISHES = "notify/asked-for/";
    private static final Pattern ID = Pattern.compile("[0-9a-f-]{1,60}");
    private static final int PAGE = 500;

    private final DocumentStore documents;

    /**
     * A message that was given up.
     *
     * @param id names it
     * @param why what went wrong in the last attempt
     */
    public record DeadLetter(
            String id,
            String webhook,
            String event,
            Instant givenUpAt,
            int attempts,
            String why,
            String body) {}

    public DeadLetters(DocumentStore documents) {
        this.documents = documents;
    }

    /** The oldest ones of all webhooks, by webhook. */
    public List<DeadLetter> list(int limit) {
        return keys(FOLDER, limit).stream()
                .flatMap(key -> documents.get(key).map(DeadLetters::read).stream())
                .toList();
    }

    /** Empty if there is none with this id. */
    public Optional<DeadLetter> find(String webhook, String id) {
        return ID.matcher(id).matches()
                ? documents.get(key(webhook, id)).map(DeadLetters::read)
                : Optional.empty();
    }

    /** Forgets it. Returns whether it was there. */
    public boolean remove(String webhook, String id) {
        if (!ID.matcher(id).matches()) {
            return false;
        }
        DocumentKey key = key(webhook, id);
        return documents
                .get(key)
                .map(found -> documents.delete(key, found.version()) instanceof PutResult.Stored)
                .orElse(false);
    }

    /** Has a server with this webhook send it again, soon. Returns whether it is there. */
    public boolean askFor(String webhook, String id) {
        if (find(webhook, id).isEmpty()) {
            return false;
        }
        documents.put(wish(webhook, id), null, new byte[0]);
        return true;
    }

    /** What is asked for of this webhook, each told to one server only. */
    List<String> takeAskedFor(String webhook) {
        String folder = WISHES + webhook + "/";
        return documents.list(folder, null, PAGE).stream()
                .filter(key ->
                        documents
                                .get(key)
                                .filter(found ->
                                        documents.delete(key, found.version())
                                                instanceof PutResult.Stored)
                                .isPresent())
                .map(key -> key.text().substring(folder.length()))
                .toList();
    }

    private static DocumentKey wish(String webhook, String id) {
        return new DocumentKey(WISHES + webhook + "/" + id);
    }

    /** Also by a thread that is interrupted, which stores refuse: nobody would try this again. */
    void add(DeadLetter letter, int max) {
        boolean interrupted = false;
        try {
            for (boolean refused = true; refused; ) {
                interrupted |= Thread.interrupted();
                refused = isRefusedToTheInterrupted(letter, max);
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private boolean isRefusedToTheInterrupted(DeadLetter letter, int max) {
        try {
            put(letter, max);
            return false;
        } catch (StoreException e) {
            if (Thread.currentThread().isInterrupted()) {
                return true;
            }
            throw e;
        }
    }

    private void put(DeadLetter letter, int max) {
        byte[] body = write(letter).getBytes(StandardCharsets.UTF_8);
        DocumentKey key = key(letter.webhook(), letter.id());
        // A message that was sent again and failed again is there already.
        Optional<Document> before = documents.get(key);
        documents.put(key, before.map(Document::version).orElse(null), body);
        List<DocumentKey> all = keys(FOLDER + letter.webhook() + "/", Integer.MAX_VALUE);
        for (DocumentKey oldest : all.subList(0, Math.max(0, all.size() - max))) {
            documents.get(oldest).ifPresent(found -> documents.delete(oldest, found.version()));
        }
    }

    private List<DocumentKey> keys(String prefix, int limit) {
        var keys = new ArrayList<DocumentKey>();
        @Nullable DocumentKey after = null;
        while (keys.size() < limit) {
            List<DocumentKey> page =
                    documents.list(prefix, after, Math.min(PAGE, limit - keys.size()));
            if (page.isEmpty()) {
                break;
            }
            keys.addAll(page);
            after = page.getLast();
        }
        return keys;
    }

    private static DocumentKey key(String webhook, String id) {
        return new DocumentKey(FOLDER + webhook + "/" + id);
    }

    private static String write(DeadLetter letter) {
        return JsonText.object(json -> {
            json.writeStringProperty("id", letter.id());
            json.writeStringProperty("webhook", letter.webhook());
            json.writeStringProperty("event", letter.event());
            json.writeStringProperty("given_up_at", letter.givenUpAt().toString());
            json.writeNumberProperty("attempts", letter.attempts());
            json.writeStringProperty("why", letter.why());
            json.writeStringProperty("body", letter.body());
        });
    }

    private static DeadLetter read(Document document) {
        try {
            JsonObject json = JsonObject.parse(new String(document.body(), StandardCharsets.UTF_8));
            return new DeadLetter(
                    json.text("id"),
                    json.text("webhook"),
                    json.text("event"),
                    Instant.parse(json.text("given_up_at")),
                    Math.toIntExact(json.number("attempts")),
                    json.text("why"),
                    json.text("body"));
        } catch (IllegalArgumentException | ArithmeticException | java.time.DateTimeException e) {
            throw new StoreException.Corrupted(
                    "the message in '" + document.key() + "' cannot be read: " + e.getMessage(),
                    null);
        }
    }
}
