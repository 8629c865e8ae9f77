package holdfast.store.files;

import holdfast.store.Document;
import holdfast.store.DocumentKey;
import holdfast.store.PutResult;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Adds one to the number in a document, so many times. Run in a process of its own. */
final class CountingProcess {
    static final DocumentKey KEY = new DocumentKey("count/state.json");

    private CountingProcess() {}

    public static void main(String[] args) {
        FileDocumentStore store = FileDocumentStore.open(Path.of(args[0]));
        int rounds = Integer.parseInt(args[1]);
        int added = 0;
        while (added < rounds) {
            Document document = store.get(KEY).orElseThrow();
            int number = Integer.parseInt(new String(document.body(), StandardCharsets.UTF_8));
            byte[] next = Integer.toString(number + 1).getBytes(StandardCharsets.UTF_8);
            if (store.put(KEY, document.version(), next) instanceof PutResult.Stored) {
                added++;
            }
        }
    }
}
