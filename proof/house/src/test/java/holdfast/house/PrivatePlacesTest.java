package holdfast.house;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** No file tells where it was made: a package registry or a path of one machine helps nobody else. */
final class PrivatePlacesTest {
    private static final Pattern PLACE =
            Pattern.compile(
                    "https?://[\\w.:@-]*(artifactory|nexus|registry|mirror|repo1?[.])[\\w.-]*"
                            + "|https?://[^\\s\"'<>]*/(artifactory|nexus|maven2)/"
                            + "|\\b(repo1?[.]maven|registry[.]npmjs|deb[.]debian)[.][a-z.]+"
                            + "|(?<![\\w./-])/(root|work|home/[a-z]\\w*|Users/\\w+)/");

    @Test
    void noFileNamesARegistryOrAHomeFolder() throws IOException {
        var rule = new Rule("private-place");
        for (Path file : Repository.allFiles(Repository.ROOT).toList()) {
            String text = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
            var match = PLACE.matcher(text);
            if (text.indexOf('\0') < 0 && match.find()) {
                rule.broken(Repository.relative(file), "names " + match.group());
            }
        }
        rule.verify();
    }
}
