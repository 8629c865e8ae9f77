package holdfast.terraform;

import holdfast.store.files.FileDocumentStore;
import holdfast.store.memory.MemoryLockStore;
import java.nio.file.Path;

/** A server until its input ends. Run in a process of its own, with little memory. */
final class SmallServer {
    private SmallServer() {}

    public static void main(String[] args) throws Exception {
        try (var locks = MemoryLockStore.withSystemClock();
                var documents = FileDocumentStore.open(Path.of(args[0]));
                var backend =
                        new Backend(
                                new Backend.Parts(
                                        locks, documents, TerraformSettings.DEFAULT, Access.OPEN),
                                0)) {
            System.out.println(backend.port());
            System.in.read();
            System.out.println("end");
        }
    }
}
