package holdfast.system;

import java.nio.file.Path;

/** A program that takes locks until that fails. */
final class Limited {
    private Limited() {}

    public static void main(String[] args) throws Exception {
        try (LockFile file = LockFile.open(Path.of(args[0]))) {
            Cramped.takeUntilItFails(file, "limited");
            System.out.println("full");
        }
    }
}
