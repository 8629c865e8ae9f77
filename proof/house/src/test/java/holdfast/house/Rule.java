package holdfast.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** A house rule: what breaks it fails the build, unless {@code exceptions.txt} names it with a reason. */
final class Rule {
    private static final Pattern COLUMNS = Pattern.compile("\\s*\\|\\s*");

    private final String name;
    private final Map<String, String> broken = new TreeMap<>();

    Rule(String name) {
        this.name = name;
    }

    /** The subject is what an exception would name. */
    void broken(String subject, String how) {
        broken.merge(subject, how, (first, second) -> first + "; " + second);
    }

    void verify() {
        var excused = new TreeSet<String>();
        for (List<String> exception : exceptions()) {
            if (exception.getFirst().equals(name)) {
                excused.add(exception.get(1));
            }
        }
        var needless = new TreeSet<>(excused);
        needless.removeAll(broken.keySet());
        broken.keySet().removeAll(excused);
        assertThat(broken).as("rule '%s', broken by (see exceptions.txt)", name).isEmpty();
        assertThat(needless).as("exceptions from '%s' that nothing needs", name).isEmpty();
    }

    /** Lines of rule, subject, reason. */
    static List<List<String>> exceptions() {
        try (InputStream file = Rule.class.getResourceAsStream("/exceptions.txt")) {
            if (file == null) {
                throw new IllegalStateException("exceptions.txt is missing");
            }
            return new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(String::strip)
                    .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                    .map(line -> List.of(COLUMNS.split(line, 3)))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
