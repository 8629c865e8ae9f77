package holdfast.store.files;

import holdfast.store.DocumentKey;
import java.nio.file.Path;

/** Begins to write a document and does not get on before it is told to. Run in a process of its own. */
final class SlowProcess {
    static final DocumentKey KEY = new DocumentKey("slow.json");

    private SlowProcess() {}

    public static void main(String[] args) {
        FileDocumentStore store = FileDocumentStore.open(Path.of(args[0]));
        store.write(
                KEY,
                null,
                (mark, current) -> {
                    System.out.println("inside");
                    System.in.read();
                    return "1";
                });
    }
}
