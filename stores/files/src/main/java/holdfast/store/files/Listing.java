package holdfast.store.files;

import holdfast.store.DocumentKey;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds documents in the order of their keys. Folders are entered one after the other, and only those in which there may be a document that is
 * asked for: to find the next few of very many costs no more than to look into a few folders.
 */
final class Listing {
    private final Places places;
    private final String prefix;
    private final @Nullable String after;
    private final int limit;
    private final List<DocumentKey> found = new ArrayList<>();

    Listing(Places places, String prefix, @Nullable String after, int limit) {
        this.places = places;
        this.prefix = prefix;
        this.after = after;
        this.limit = limit;
    }

    /**
     * What lies in a folder.
     *
     * @param text the key of the document, or what the keys of all documents in the folder begin with
     */
    private record Entry(String text, Path path) {
        boolean isFolder() {
            return text.endsWith("/");
        }
    }

    List<DocumentKey> list() throws IOException {
        enter(places.folder(prefix), prefix.substring(0, prefix.lastIndexOf('/') + 1));
        return List.copyOf(found);
    }

    private void enter(Path folder, String text) throws IOException {
        var entries = new ArrayList<Entry>();
        gather(folder, text, entries);
        // The order of the texts is that of their bytes, since keys are ASCII.
        entries.sort(Comparator.comparing(Entry::text));
        for (Entry entry : entries) {
            if (found.size() == limit) {
                return;
            }
            if (entry.isFolder()) {
                if (mayHold(entry.text())) {
                    enter(entry.path(), entry.text());
                }
            } else {
                take(entry);
            }
        }
    }

    /** Of a name that was too long for a file system, the rest lies in folders that are no part of the key. */
    private void gather(Path folder, String text, List<Entry> entries) throws IOException {
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        try (DirectoryStream<Path> names = Files.newDirectoryStream(folder)) {
            for (Path path : names) {
                String name = String.valueOf(path.getFileName());
                if (Places.isContinued(name)) {
                    gather(path, text + Places.plain(name), entries);
                } else if (!name.equals(Places.HOUSEKEEPING)) {
                    String key = text + Places.plain(name);
                    String segment = key.substring(key.lastIndexOf('/') + 1);
                    String end = Places.isDocument(segment, name) ? "" : "/";
                    entries.add(new Entry(key + end, path));
                }
            }
        } catch (NoSuchFileException | NotDirectoryException e) {
            // It went away, or is somebody else's.
        }
    }

    private boolean mayHold(String text) {
        return (text.startsWith(prefix) || prefix.startsWith(text))
                && (after == null || after.startsWith(text) || text.compareTo(after) > 0);
    }

    private void take(Entry entry) {
        if (entry.text().startsWith(prefix)
                && (after == null || entry.text().compareTo(after) > 0)
                && Files.isRegularFile(entry.path())) {
            places.keyOf(entry.path()).ifPresent(found::add);
        }
    }
}
