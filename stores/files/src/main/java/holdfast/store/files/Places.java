package holdfast.store.files;

import holdfast.model.InvalidRequestException;
import holdfast.store.DocumentKey;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Where a document lies. A key is its own path where that can be: {@code stacks/shop/production/state.json}. A comma, which no key
 * has, marks the rest: a document that does not look like one ({@code shop,}), a folder that looks like a document
 * ({@code state.json,}), and the pieces of a name too long for a file system.
 */
final class Places {
    /** What Holdfast itself needs beside the documents. */
    static final String HOUSEKEEPING = ",holdfast";

    private static final char MARK = ',';
    private static final String MARKED = ",";
    private static final String CONTINUED = ",,";
    private static final int PIECE_LENGTH_MAX = 200;

    /** So that a document and the folder for those below it never need the same name. */
    private static final Pattern LOOKS_LIKE_A_DOCUMENT =
            Pattern.compile(".+\\.(json|lock|tfstate|yaml|bak|gz|zst|[0-9]{4})");

    private final Path top;

    Places(Path top) {
        this.top = top;
    }

    Path of(DocumentKey key) {
        int name = key.text().lastIndexOf('/') + 1;
        return below(folder(key.text().substring(0, name)), key.text().substring(name), true);
    }

    /** The folder in which all documents lie whose keys begin with this text. */
    Path folder(String prefix) {
        Path folder = top;
        int start = 0;
        for (int end = prefix.indexOf('/'); end >= 0; end = prefix.indexOf('/', start)) {
            if (end > start) {
                folder = below(folder, prefix.substring(start, end), false);
            }
            start = end + 1;
        }
        return folder;
    }

    private static Path below(Path folder, String segment, boolean document) {
        Path place = folder;
        String rest = segment;
        while (rest.length() > PIECE_LENGTH_MAX) {
            place = place.resolve(rest.substring(0, PIECE_LENGTH_MAX) + CONTINUED);
            rest = rest.substring(PIECE_LENGTH_MAX);
        }
        boolean plain = LOOKS_LIKE_A_DOCUMENT.matcher(segment).matches() == document;
        return place.resolve(plain ? rest : rest + MARK);
    }

    /** Whether it is the name of a folder in which the rest of a name lies. */
    static boolean isContinued(String name) {
        return name.endsWith(CONTINUED);
    }

    /**
     * Whether a document has this name; otherwise a folder.
     *
     * @param segment of the key, of which the name may be the end alone
     */
    static boolean isDocument(String segment, String name) {
        return LOOKS_LIKE_A_DOCUMENT.matcher(segment).matches() != name.endsWith(MARKED);
    }

    /** As it stands in a key. */
    static String plain(String name) {
        if (isContinued(name)) {
            return name.substring(0, name.length() - CONTINUED.length());
        }
        return name.endsWith(MARKED) ? name.substring(0, name.length() - 1) : name;
    }

    /** The key of the document in this file; empty for a file that somebody else put there. */
    Optional<DocumentKey> keyOf(Path file) {
        var text = new StringBuilder();
        for (Path name : top.relativize(file)) {
            String piece = name.toString();
            if (piece.endsWith(CONTINUED)) {
                text.append(piece, 0, piece.length() - CONTINUED.length());
            } else {
                boolean marked = piece.charAt(piece.length() - 1) == MARK;
                text.append(piece, 0, piece.length() - (marked ? 1 : 0)).append('/');
            }
        }
        try {
            var key = new DocumentKey(text.substring(0, Math.max(0, text.length() - 1)));
            return of(key).equals(file) ? Optional.of(key) : Optional.empty();
        } catch (InvalidRequestException notOurs) {
            return Optional.empty();
        }
    }
}
