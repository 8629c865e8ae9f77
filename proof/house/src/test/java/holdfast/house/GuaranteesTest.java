package holdfast.house;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** A promise whose test is gone is not a promise. */
final class GuaranteesTest {
    private static final Pattern TEST = Pattern.compile("`(\\w+)#(\\w+)`");

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

    private static boolean isThere(String type, String method) throws IOException {
        for (Path file :
                Repository.allFiles(Repository.ROOT)
                        .filter(file -> file.endsWith(type + ".java"))
                        .toList()) {
            if (Pattern.compile("void " + method + "\\(").matcher(Files.readString(file)).find()) {
                return true;
            }
        }
        return false;
    }
}
