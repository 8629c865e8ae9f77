package holdfast.system;

import holdfast.engine.HeldLock;
import holdfast.model.ReleaseOutcome;
import holdfast.model.Root;
import holdfast.store.StoreException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.stream.Collectors;

/** A program that fills its disk, goes on taking locks, makes room again, and says what it was told meanwhile. */
final class Cramped {
    private static final int FAILURES = 10;
    private static final int LOCKS_MAX = 20_000;
    private static final int ROOM_LEFT = 300_000;

    private Cramped() {}

    public static void main(String[] args) throws Exception {
        Path disk = Path.of(args[0]);
        Path path = disk.resolve("locks.db");
        Path ballast = disk.resolve("ballast");
        HeldLock held;
        try (LockFile file = LockFile.open(path)) {
            held = file.holdfast().lock("held").takeOrThrow();
            fill(ballast, ROOM_LEFT);
            takeUntilItFails(file, "full");
            System.out.println("full");
            System.out.println(Words.of(held.state()));
            System.out.println(release(held));
            int holds = file.holdfast().engine().look(new Root("held")).holds().size();
            System.out.println(holds + " hold");
            System.out.println(open(disk.resolve("another.db")));
            Files.delete(ballast);
            System.out.println(file.holdfast().lock("after").takeOrThrow().id());
            System.out.println("room");
            System.out.println(
                    file.holdfast().engine().release(new Root("held"), held.id(), null)
                                    instanceof ReleaseOutcome.Released
                            ? "Released"
                            : "not released");
        }
        System.out.println(Sqlite.ask(path, "PRAGMA integrity_check"));
        try (LockFile file = LockFile.open(path)) {
            System.out.println(
                    file.store().holds(null, LOCKS_MAX).holds().stream()
                            .map(hold -> hold.id().text())
                            .collect(Collectors.joining(" ")));
        }
    }

    /** Leaves no more room than this. */
    static void fill(Path ballast, int roomLeft) throws IOException {
        try (FileChannel channel =
                FileChannel.open(
                        ballast, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            while (true) {
                channel.write(ByteBuffer.allocate(4096));
            }
        } catch (IOException full) {
            // As was wanted. A little room is left, so that the end comes in the middle of the
            // work.
        }
        try (FileChannel channel = FileChannel.open(ballast, StandardOpenOption.WRITE)) {
            channel.truncate(channel.size() - roomLeft);
        }
    }

    /** Says the id of each lock that it was told it has, and each failure. */
    static void takeUntilItFails(LockFile file, String name) throws Exception {
        int failures = 0;
        for (int i = 0; i < LOCKS_MAX && failures < FAILURES; i++) {
            try {
                System.out.println(file.holdfast().lock(name + "-" + i).takeOrThrow().id());
            } catch (StoreException e) {
                failures++;
                System.out.println(Words.of(e));
            }
        }
    }

    private static String release(HeldLock lock) {
        try {
            return lock.release().getClass().getSimpleName();
        } catch (StoreException e) {
            return Words.of(e);
        }
    }

    private static String open(Path path) {
        try (LockFile other = LockFile.open(path)) {
            return "opened with " + other.store().holds(null, 1).holds().size();
        } catch (StoreException e) {
            return Words.of(e);
        }
    }
}
