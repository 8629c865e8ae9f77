package holdfast.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Applications embed the core, the stores and the client: these run on the Java before the last. */
final class JavaVersionsTest {
    private static final int JAVA_21 = 65;

    @Test
    void whatApplicationsEmbedIsCompiledForJava21() throws IOException {
        var rule = new Rule("java-21");
        List<Path> embedded =
                Repository.mainClasses().stream().filter(JavaVersionsTest::isEmbedded).toList();
        assertThat(embedded).hasSizeGreaterThan(5);
        for (Path classes : embedded) {
            for (Path file : classFiles(classes)) {
                if (versionOf(file) > JAVA_21) {
                    rule.broken(Repository.relative(file), "is of version " + versionOf(file));
                }
            }
        }
        rule.verify();
    }

    private static boolean isEmbedded(Path classes) {
        String module = Repository.relative(classes);
        return module.startsWith("core/")
                || module.startsWith("stores/")
                || module.startsWith("edges/client/");
    }

    private static List<Path> classFiles(Path folder) throws IOException {
        try (var files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".class")).toList();
        }
    }

    private static int versionOf(Path file) throws IOException {
        try (var in = new DataInputStream(Files.newInputStream(file))) {
            in.skipNBytes(6);
            return in.readUnsignedShort();
        }
    }
}
