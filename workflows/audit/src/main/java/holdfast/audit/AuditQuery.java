package holdfast.audit;

import holdfast.json.JsonObject;
import holdfast.store.AuditRecord;
import holdfast.store.DocumentKey;
import holdfast.store.DocumentStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Which lines are wanted: those that meet all that is given.
 *
 * @param lock a lock id, or the key of a lock
 * @param event such as {@code lock.forced}, or its beginning up to a dot, as in {@code lock}
 * @param by the owner's name, or who did it
 * @param since the first instant
 * @param until the first instant that is too late
 * @param limit how many, the newest ones
 */
public record AuditQuery(
        @Nullable String lock,
        @Nullable String event,
        @Nullable String by,
        @Nullable Instant since,
        @Nullable Instant until,
        int limit) {
    /** A line that was found. */
    public record Found(Instant timestamp, String text, JsonObject json) {}

    private static final int DOCUMENTS_LOOKED_AT = 100;

    /** So many of each server are looked at when more is asked than what a query says. */
    public static final int LINES_LOOKED_AT = DOCUMENTS_LOOKED_AT * AuditDocuments.LINES_MAX;

    /** So many entries of a store itself. */
    public static final int ENTRIES_LOOKED_AT = 1_000;

    /** The newest lines of all servers, oldest of them first. */
    public List<Found> in(DocumentStore store) {
        return in(store, Integer.MAX_VALUE, line -> true);
    }

    /**
     * The newest lines of all servers and what is known beside them, oldest of them first.
     *
     * @param written by the store, the newest entries
     * @param others lines that belong to no chain; those of which a server tells too are left out
     */
    public List<Found> in(DocumentStore store, List<AuditRecord> written, List<String> others) {
        List<Found> told = in(store);
        var found = new ArrayList<>(told);
        StoreEntries.beside(told, written).forEach(line -> find(line).ifPresent(found::add));
        others.stream()
                .flatMap(line -> find(line).stream())
                .filter(other -> told.stream().noneMatch(line -> isSame(line, other)))
                .forEach(found::add);
        return latest(found);
    }

    private static boolean isSame(Found line, Found other) {
        return line.json().text("event").equals(other.json().text("event"))
                && Objects.equals(
                        line.json().texts("metadata").get("detail"),
                        other.json().texts("metadata").get("detail"));
    }

    /** Whether such events may be among what is wanted, and are not about a lock. */
    public boolean mayFind(String events) {
        return lock == null && (event == null || isEvent(event, events));
    }

    /** Those of the newest lines that are also so. */
    public List<Found> in(DocumentStore store, Predicate<Found> also) {
        return in(store, DOCUMENTS_LOOKED_AT, also);
    }

    private List<Found> in(DocumentStore store, int atMost, Predicate<Found> also) {
        var documents = new AuditDocuments(store);
        var found = new ArrayList<Found>();
        for (String server : documents.servers()) {
            found.addAll(newest(documents, server, atMost, also));
        }
        return latest(found);
    }

    private List<Found> newest(
            AuditDocuments documents, String server, int atMost, Predicate<Found> also) {
        var found = new ArrayList<Found>();
        for (DocumentKey key : documents.of(server).reversed().stream().limit(atMost).toList()) {
            documents
                    .store()
                    .get(key)
                    .ifPresent(document ->
                            AuditDocuments.lines(document)
                                    .forEach(
                                            line -> find(line).filter(also).ifPresent(found::add)));
            if (found.size() >= limit) {
                break;
            }
        }
        return found;
    }

    /** The newest lines in the files of a folder, oldest of them first. */
    public List<Found> in(Path folder) {
        Deque<Found> found = new ArrayDeque<>();
        try {
            for (Path file : AuditFiles.in(folder)) {
                AuditFiles.read(
                        file,
                        line -> {
                            find(line).ifPresent(found::addLast);
                            if (found.size() > limit) {
                                found.removeFirst();
                            }
                        });
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return latest(List.copyOf(found));
    }

    private List<Found> latest(List<Found> found) {
        List<Found> sorted = found.stream().sorted(Comparator.comparing(Found::timestamp)).toList();
        return sorted.subList(Math.max(0, sorted.size() - limit), sorted.size());
    }

    /** The line, if it can be read and meets what is asked. That it was not tampered with is another question. */
    private Optional<Found> find(String line) {
        try {
            JsonObject json = JsonObject.parse(line);
            var found = new Found(Instant.parse(json.text("timestamp")), line, json);
            return Optional.of(found).filter(this::isWanted);
        } catch (IllegalArgumentException | DateTimeParseException e) {
            return Optional.empty();
        }
    }

    private boolean isWanted(Found found) {
        JsonObject json = found.json();
        return (lock == null || is(json, "lock_id", lock) || is(json, "lock_key", lock))
                && (event == null || isEvent(json.text("event"), event))
                && (by == null
                        || is(json, "locked_by", by)
                        || by.equals(json.texts("metadata").get("by")))
                && (since == null || !found.timestamp().isBefore(since))
                && (until == null || found.timestamp().isBefore(until));
    }

    private static boolean is(JsonObject json, String field, String wanted) {
        return json.optionalText(field).filter(wanted::equals).isPresent();
    }

    private static boolean isEvent(String event, String wanted) {
        return event.equals(wanted) || event.startsWith(wanted + ".");
    }
}
