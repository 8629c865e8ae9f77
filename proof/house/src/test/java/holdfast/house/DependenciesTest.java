package holdfast.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@code docs/dependencies.md} says of every foreign part what it is for, and of nothing else. */
final class DependenciesTest {
    private static final Path DOCUMENT = Repository.ROOT.resolve("docs/dependencies.md");

    /** {@code | `group:artifact` | version | scope | why |}. */
    private static final Pattern ROW =
            Pattern.compile("^\\| `([^`]+:[^`]+)` \\| ([^|]+) \\| [^|]+ \\| [^|]{10,}\\|$");

    private final Map<String, String> properties =
            Pom.read(Repository.ROOT.resolve("pom.xml")).properties();

    @Test
    void everyPartInThePomsIsDocumentedWithItsVersion() throws IOException {
        assertThat(documented()).isEqualTo(used());
    }

    private Map<String, String> used() {
        var found = new TreeMap<String, String>();
        var poms =
                Stream.concat(Stream.of(Path.of("")), Repository.modules().stream())
                        .map(module -> Repository.ROOT.resolve(module).resolve("pom.xml"))
                        .map(Pom::read)
                        .toList();
        for (Pom.Part part : poms.stream().flatMap(pom -> pom.parts().stream()).toList()) {
            if (!part.name().startsWith("dev.holdfast:")) {
                found.merge(
                        part.name(),
                        resolved(part.version()),
                        (first, second) -> first.isEmpty() ? second : first);
            }
        }
        // A part without a version has it from a bill of materials.
        found.replaceAll((name, version) ->
                version.isEmpty() && name.startsWith("org.junit.")
                        ? resolved("${junit.version}")
                        : version);
        return found;
    }

    private String resolved(String version) {
        return version.startsWith("${")
                ? properties.getOrDefault(version.substring(2, version.length() - 1), version)
                : version;
    }

    private static Map<String, String> documented() throws IOException {
        var found = new TreeMap<String, String>();
        List<String> lines = Files.readAllLines(DOCUMENT);
        for (String line : lines) {
            var row = ROW.matcher(line);
            if (row.matches()) {
                found.put(row.group(1), row.group(2).strip());
            }
        }
        return found;
    }
}
