package holdfast.system;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Commands that run a child where things are scarce or forbidden. Not every machine allows each of them. */
final class Surroundings {
    /** Permissions of files count for root too. */
    static final List<String> WITHOUT_PRIVILEGES =
            List.of("setpriv", "--bounding-set=-all", "--inh-caps=-all");

    /** No file may grow beyond this; a write that would make it fails. */
    static final List<String> SMALL_FILES =
            List.of("sh", "-c", "ulimit -f 600; exec \"$@\"", "small-files");

    private Surroundings() {}

    /** A disk of its own in this folder, as small as that. */
    static List<String> smallDisk(Path folder, int kilobytes) {
        return List.of(
                "unshare",
                "--mount",
                "sh",
                "-c",
                "mount -t tmpfs -o size=" + kilobytes + "k tmpfs \"$0\" && exec \"$@\"",
                folder.toString());
    }

    static boolean isRoot() throws IOException {
        return Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
    }

    /** Whether this machine and this user can do it. */
    static boolean work(List<String> surroundings) throws InterruptedException {
        List<String> command = new ArrayList<>(surroundings);
        command.add("true");
        try {
            return new ProcessBuilder(command)
                            .redirectError(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        }
    }
}
