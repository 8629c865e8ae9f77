package holdfast.house;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** The files of this repository, as the build sees them. */
final class Repository {
    static final Path ROOT = Path.of(System.getProperty("holdfast.root", "../.."));
    private static final String OUTPUT = System.getProperty("holdfast.output", "target");
    private static final Set<String> NOT_OURS =
            Set.of(".git", "target", ".idea", ".vscode", ".settings");

    /** Parsed once for all tests. */
    private static final Map<String, List<SourceFile>> PARSED = new ConcurrentHashMap<>();

    private Repository() {}

    /** The folders named as modules in the root pom, relative to the root; those of profiles too. */
    static List<Path> modules() {
        return Pom.read(ROOT.resolve("pom.xml")).texts("modules", "module").stream()
                .map(Path::of)
                .toList();
    }

    /** Where the main code of the usual modules was compiled to. Fails if one has code and was not compiled. */
    static List<Path> mainClasses() {
        var found = new ArrayList<Path>();
        for (String name : Pom.read(ROOT.resolve("pom.xml")).usualModules()) {
            Path module = Path.of(name);
            if (!Files.isDirectory(ROOT.resolve(module).resolve("src/main/java"))) {
                continue;
            }
            Path classes = ROOT.resolve(module).resolve(OUTPUT).resolve("classes");
            if (!Files.isDirectory(classes)) {
                throw new IllegalStateException(module + " is not compiled: run ./build verify");
            }
            found.add(classes);
        }
        return found;
    }

    static List<SourceFile> mainSources() {
        return PARSED.computeIfAbsent("src/main/java", Repository::sources);
    }

    static List<SourceFile> testSources() {
        return PARSED.computeIfAbsent("src/test/java", Repository::sources);
    }

    private static List<SourceFile> sources(String folder) {
        return modules().stream()
                .flatMap(module ->
                        javaFiles(ROOT.resolve(module).resolve(folder))
                                .map(file -> SourceFile.parse(module, file)))
                .toList();
    }

    private static Stream<Path> javaFiles(Path folder) {
        if (!Files.isDirectory(folder)) {
            return Stream.of();
        }
        return allFiles(folder).filter(file -> file.toString().endsWith(".java"));
    }

    /** Every file that is not made by a tool, whether git knows it yet or not. */
    static Stream<Path> allFiles(Path folder) {
        var found = new ArrayList<Path>();
        try {
            Files.walkFileTree(
                    folder,
                    new SimpleFileVisitor<>() {
                        @Override
                        public FileVisitResult preVisitDirectory(
                                Path directory, BasicFileAttributes attributes) {
                            return NOT_OURS.contains(nameOf(directory))
                                    ? FileVisitResult.SKIP_SUBTREE
                                    : FileVisitResult.CONTINUE;
                        }

                        @Override
                        public FileVisitResult visitFile(
                                Path file, BasicFileAttributes attributes) {
                            // In a linked working tree .git is a file.
                            if (!NOT_OURS.contains(nameOf(file))) {
                                found.add(file);
                            }
                            return FileVisitResult.CONTINUE;
                        }
                    });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return found.stream().sorted();
    }

    static String nameOf(Path file) {
        Path name = file.getFileName();
        return name == null ? "" : name.toString();
    }

    static String relative(Path file) {
        return ROOT.relativize(file).toString().replace('\\', '/');
    }
}
