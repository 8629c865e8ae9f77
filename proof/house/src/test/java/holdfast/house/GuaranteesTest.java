package holdfast.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** A promise whose test is gone is not a promise. */
final class GuaranteesTest {
    private static final Pattern TEST = Pattern.compile("`(\\w+)#(\\w+)`");
    private static final Pattern TEST_OF_BUG =
            Pattern.compile("`(\\w+(?:Test|Contract))\\.(\\w+)`");
    private static final Pattern INVARIANT = Pattern.compile("class (\\w+) extends Invariant\\b");
    private static final Map<String, List<Path>> FILES =
            Repository.allFiles(Repository.ROOT).collect(Collectors.groupingBy(Repository::nameOf));
    private static final Pattern NAMED = Pattern.compile("\\| `(\\w+)` \\|");

    @Test
    void everyTestThatAPromiseNamesIsThere() throws IOException {
        var rule = new Rule("guarantee");
        String promises = Files.readString(Repository.ROOT.resolve("GUARANTEES.md"));
        for (MatchResult test : TEST.matcher(promises).results().toList()) {
            if (!isThere(test.group(1), test.group(2))) {
                rule.broken(test.group(), "is named in GUARANTEES.md and does not exist");
            }
        }
        rule.verify();
    }

    /** Where it was mended stands in the same form: only what is called a test is one. */
    @Test
    void everyTestThatABugNamesIsThere() throws IOException {
        var rule = new Rule("bug");
        String bugs = Files.readString(Repository.ROOT.resolve("docs/bugs.md"));
        String mended = bugs.substring(0, bugs.indexOf("Open, with what they cost"));
        for (MatchResult test : TEST_OF_BUG.matcher(mended).results().toList()) {
            if (!isThere(test.group(1), test.group(2))) {
                rule.broken(test.group(), "is named in docs/bugs.md and does not exist");
            }
        }
        rule.verify();
    }

    @Test
    void theInvariantsOfTheSimulationAreNamedAllOfThemAndNoOthers() throws IOException {
        var checked = new TreeSet<String>();
        Path simulation = Repository.ROOT.resolve("proof/simulation/src/main/java");
        for (Path file : Repository.allFiles(simulation).toList()) {
            INVARIANT
                    .matcher(Files.readString(file))
                    .results()
                    .forEach(found -> checked.add(found.group(1)));
        }
        String promises = Files.readString(Repository.ROOT.resolve("GUARANTEES.md"));
        var named = new TreeSet<String>();
        NAMED.matcher(promises).results().forEach(found -> named.add(found.group(1)));
        assertThat(named).isNotEmpty().isEqualTo(checked);
    }

    private static boolean isThere(String type, String method) throws IOException {
        Pattern declared = Pattern.compile("void " + method + "\\(");
        for (Path file : FILES.getOrDefault(type + ".java", List.of())) {
            if (declared.matcher(Files.readString(file)).find()) {
                return true;
            }
        }
        return false;
    }
}
