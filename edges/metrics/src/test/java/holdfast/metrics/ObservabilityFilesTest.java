package holdfast.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The dashboard and the alert rules ask only for what a scrape has. */
final class ObservabilityFilesTest {
    private static final Path FILES = Path.of("../../docs/observability");
    private static final Pattern METRIC =
            Pattern.compile("\\b(deployer|holdfast|lock|jvm|process|system)_[a-z_]+\\b");
    private static final Set<String> LABELS = Set.of("lock_level");

    private final Traffic traffic = new Traffic(MetricsSettings.DEFAULT);

    @BeforeEach
    void work() {
        var hold = traffic.acquire("shop/production");
        traffic.survey();
        traffic.advance(Duration.ofSeconds(1));
        traffic.renew(hold);
    }

    @AfterEach
    void close() {
        traffic.close();
    }

    private Set<String> scraped() {
        return traffic.metrics()
                .scrape()
                .lines()
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.split("[{ ]", 2)[0])
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> metricsIn(String text) {
        var found = new TreeSet<String>();
        Matcher matcher = METRIC.matcher(text);
        while (matcher.find()) {
            found.add(matcher.group());
        }
        found.removeAll(LABELS);
        return found;
    }

    private static String expressions(String yaml) {
        return yaml.lines()
                .filter(line -> line.strip().startsWith("expr:"))
                // What labels are compared with is no name of a metric.
                .map(line -> line.replaceAll("\"[^\"]*\"", ""))
                .collect(Collectors.joining("\n"));
    }

    @Test
    void everyMetricOfTheAlertRulesIsInAScrape() throws IOException {
        traffic.advance(Duration.ofMinutes(3));
        traffic.survey();
        Set<String> used = metricsIn(expressions(Files.readString(FILES.resolve("alerts.yml"))));

        assertThat(used).hasSizeGreaterThan(8);
        assertThat(scraped()).containsAll(used);
    }

    @Test
    void everyMetricOfTheDashboardIsInAScrape() throws IOException {
        traffic.advance(Duration.ofMinutes(3));
        traffic.survey();
        String text = Files.readString(FILES.resolve("dashboard.json"));
        Set<String> used = metricsIn(text);

        assertThat(JsonObject.parse(text).text("title")).isEqualTo("Holdfast");
        assertThat(used).hasSizeGreaterThan(15);
        assertThat(scraped()).containsAll(used);
    }

    @Test
    void thereAreAlertsForStaleLocksContentionQueuesAndTheStore() throws IOException {
        assertThat(Files.readString(FILES.resolve("alerts.yml")))
                .contains(
                        "HoldfastStaleLocks",
                        "HoldfastContention",
                        "HoldfastQueueDepth",
                        "HoldfastStoreDown");
    }

    @Test
    void noAlertWaitsForTheFirstOfWhatMayBeCountedBeforeTheFirstScrape() throws IOException {
        assertThat(expressions(Files.readString(FILES.resolve("alerts.yml"))).lines())
                .noneMatch(expression ->
                        expression.contains("increase(") && expression.endsWith("> 0"));
    }

    @Test
    void aLockThatIsStaleWhenAServerStartsIsInItsFirstScrape() throws IOException {
        traffic.advance(Duration.ofMinutes(3));
        try (var later = Metrics.on(traffic.holdfast().engine(), MetricsSettings.DEFAULT)) {
            later.survey();

            assertThat(Files.readString(FILES.resolve("alerts.yml")))
                    .contains("expr: max by (stack, environment) (holdfast_locks_stale) > 0");
            assertThat(later.scrape())
                    .contains(
                            "holdfast_locks_stale{environment=\"production\",stack=\"shop\"} 1.0");
        }
    }

    @Test
    void everyMetricThatTheGuideNamesIsInAScrape() throws IOException {
        traffic.advance(Duration.ofMinutes(3));
        traffic.survey();
        String scrape = traffic.metrics().scrape();
        Matcher named =
                Pattern.compile("`((?:deployer|holdfast|lock)\\.[a-z.]+)`")
                        .matcher(Files.readString(FILES.resolve("README.md")));

        int count = 0;
        while (named.find()) {
            count++;
            assertThat(scrape).contains(named.group(1).replace('.', '_'));
        }
        assertThat(count).isGreaterThan(12);
    }
}
