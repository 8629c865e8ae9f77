package holdfast.simulation;

import holdfast.engine.LockEngine;
import holdfast.store.memory.MemoryLockStore;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/** All classes of a simulation once more, with one source file changed. */
final class BrokenCopy implements AutoCloseable {
    private final URLClassLoader classes;

    private BrokenCopy(URLClassLoader classes) {
        this.classes = classes;
    }

    /** @param folder an empty one to compile into */
    static BrokenCopy of(Mutant mutant, Path folder) throws IOException, URISyntaxException {
        compile(mutant, folder);
        List<URL> places =
                Stream.concat(Stream.of(folder), classPath().stream())
                        .map(BrokenCopy::url)
                        .toList();
        // Without the loader of the tests as its parent: nothing of the sound code gets in, and of
        // two classes of one name the first counts, which is the changed one.
        return new BrokenCopy(
                new URLClassLoader(
                        places.toArray(new URL[0]), ClassLoader.getPlatformClassLoader()));
    }

    private static void compile(Mutant mutant, Path folder) throws IOException, URISyntaxException {
        Path source =
                Path.of(System.getProperty("holdfast.root", "../..")).resolve(mutant.source());
        String text = Files.readString(source);
        int first = text.indexOf(mutant.original());
        if (first < 0 || text.indexOf(mutant.original(), first + 1) >= 0) {
            throw new IllegalStateException(
                    "'" + mutant + "': its text is not exactly once in " + mutant.source());
        }
        Path changed = folder.resolve(source.getFileName().toString());
        Files.writeString(changed, text.replace(mutant.original(), mutant.replacement()));
        var complaints = new StringWriter();
        String path = classPath().stream().map(Path::toString).collect(Collectors.joining(":"));
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        boolean compiled =
                compiler.getTask(
                                complaints,
                                null,
                                null,
                                List.of(
                                        "-nowarn",
                                        "-proc:none",
                                        "-cp",
                                        path,
                                        "-d",
                                        folder.toString()),
                                null,
                                compiler.getStandardFileManager(null, null, null)
                                        .getJavaFileObjects(changed))
                        .call();
        if (!compiled) {
            throw new IllegalStateException("'" + mutant + "' does not compile: " + complaints);
        }
    }

    private static List<Path> classPath() throws URISyntaxException {
        var found = new java.util.ArrayList<Path>();
        for (Class<?> type :
                List.of(
                        LockEngine.class,
                        MemoryLockStore.class,
                        Simulation.class,
                        org.slf4j.Logger.class,
                        org.jspecify.annotations.Nullable.class,
                        com.google.errorprone.annotations.concurrent.GuardedBy.class)) {
            found.add(Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()));
        }
        return found;
    }

    private static URL url(Path path) {
        try {
            return path.toUri().toURL();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** @return the invariant that the run of this seed broke; empty if none */
    String run(long seed) throws ReflectiveOperationException {
        Object result =
                classes.loadClass(Simulation.class.getName())
                        .getMethod("run", long.class)
                        .invoke(null, seed);
        Object invariant = result.getClass().getMethod("invariant").invoke(result);
        return invariant == null ? "" : invariant.toString();
    }

    @Override
    public void close() throws IOException {
        classes.close();
    }
}
