package holdfast.state;

import holdfast.model.InvalidRequestException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * One stack in a self-managed back end of Pulumi: a folder or a bucket with {@code .pulumi} in it.
 *
 * @param project null if the back end is of the old kind, which knows none, or there is only one stack of this name
 */
public record PulumiOrigin(Origin origin, @Nullable String project, String stack) {
    private static final String TOP = ".pulumi/";
    private static final String PACKED = ".gz";
    private static final String META = TOP + "meta.yaml";

    /** Every lock file of the stack: Pulumi knows no other lock. */
    public List<ForeignLock> locks() {
        return origin.list(TOP + "locks/").stream()
                .filter(path -> path.endsWith(".json") && isIn(path, stack))
                .flatMap(path ->
                        origin
                                .read(path)
                                .map(info -> ForeignLock.ofPulumi(origin.place(path), info))
                                .stream())
                .toList();
    }

    /** Whether the file lies in a folder of this name, in the project if one is named. */
    private boolean isIn(String path, String folder) {
        List<String> segments = List.of(path.split("/"));
        int last = segments.size() - 2;
        return last >= 0
                && segments.get(last).equals(folder)
                && (project == null
                        || !hasProject(segments.subList(0, segments.size() - 1))
                        || segments.contains(project));
    }

    /**
     * {@code .pulumi/stacks/PROJECT/STACK.json} has one, {@code .pulumi/stacks/STACK.json} has none.
     *
     * @param segments of the stack's file, or of its folder
     */
    private static boolean hasProject(List<String> segments) {
        return segments.size() > 3;
    }

    /** Where the current checkpoint lies. */
    private String checkpoint() {
        List<String> found =
                origin.list(TOP + "stacks/").stream()
                        .filter(path -> isNamed(path, stack))
                        .filter(path -> {
                            List<String> segments = List.of(path.split("/"));
                            return project == null
                                    || !hasProject(segments)
                                    || segments.get(segments.size() - 2).equals(project);
                        })
                        .toList();
        if (found.size() == 1) {
            return found.get(0);
        }
        throw new InvalidRequestException(
                found.isEmpty()
                        ? "there is no stack '" + stack + "' in " + origin.place(TOP)
                        : "there are several stacks '"
                                + stack
                                + "', name the project too: "
                                + found);
    }

    private static boolean isNamed(String path, String stack) {
        String file = path.substring(path.lastIndexOf('/') + 1);
        return List.of(stack + ".json", stack + ".json.gz", stack + ".json.zst").contains(file);
    }

    /** What belongs to the stack, by its path: the checkpoint, its history and backups, and what says of which kind the back end is. */
    public Map<String, byte[]> files() {
        var files = new LinkedHashMap<String, byte[]>();
        String checkpoint = checkpoint();
        add(files, META);
        add(files, checkpoint);
        past().filter(path -> !isUnreadable(path)).forEach(path -> add(files, path));
        return files;
    }

    /** What belongs to its history and backups and is not among the files, since it cannot be unpacked here. */
    public List<String> leftOut() {
        return past().filter(PulumiOrigin::isUnreadable).toList();
    }

    private Stream<String> past() {
        return Stream.of("history/", "backups/")
                .flatMap(folder -> origin.list(TOP + folder).stream())
                .filter(path -> isIn(path, stack));
    }

    private static boolean isUnreadable(String path) {
        return path.endsWith(".zst");
    }

    /** Unpacked, since a store may write white space behind a body; Pulumi reads one as well as the other. */
    private void add(Map<String, byte[]> files, String path) {
        Optional<byte[]> body = origin.read(path);
        if (body.isPresent()) {
            String name =
                    path.endsWith(PACKED)
                            ? path.substring(0, path.length() - PACKED.length())
                            : path;
            files.put(name, readable(path, body.get()));
        }
    }

    private byte[] readable(String path, byte[] body) {
        try {
            return plain(path, body);
        } catch (IOException e) {
            throw new InvalidRequestException(
                    "'" + origin.place(path) + "' cannot be read: " + e.getMessage());
        }
    }

    /**
     * The stack as a state in our own format.
     *
     * @throws InvalidRequestException if there is none, or it cannot be read
     */
    public byte[] document() {
        String path = checkpoint();
        Optional<byte[]> body = origin.read(path);
        try {
            return new PulumiCheckpoint(JsonTree.object(plain(path, body.orElseThrow())))
                    .document();
        } catch (IllegalArgumentException | IOException e) {
            throw new InvalidRequestException(
                    origin.place(path) + " is not a checkpoint of Pulumi: " + e.getMessage());
        }
    }

    private static byte[] plain(String path, byte[] body) throws IOException {
        if (isUnreadable(path)) {
            throw new IOException("it is packed with zstd; unpack it first");
        }
        if (!path.endsWith(PACKED)) {
            return body;
        }
        try (var in = new GZIPInputStream(new ByteArrayInputStream(body))) {
            return in.readAllBytes();
        }
    }
}
