package holdfast.house;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Dependencies point down: edges know workflows, these and stores know the core, the core knows none, app knows all. */
final class LayersTest {
    private static final Set<String> CORE =
            Set.of(
                    "holdfast",
                    "holdfast.model",
                    "holdfast.rulebook",
                    "holdfast.store",
                    "holdfast.engine");

    /** What the rules are made from; a store needs no more to hold data without any lock logic. */
    private static final Set<String> DATA = Set.of("holdfast.model", "holdfast.store");

    private static Set<String> with(Set<String> layers, String other) {
        return Stream.concat(layers.stream(), Stream.of(other)).collect(Collectors.toSet());
    }

    private static final String ANYTHING = "*";

    /** Layer to the other layers it may know. A package belongs to the layer with the longest matching name. */
    private static final Map<String, Set<String>> MAY_KNOW =
            Map.ofEntries(
                    entry("holdfast.model", Set.of()),
                    entry("holdfast.store", Set.of("holdfast.model")),
                    entry("holdfast.rulebook", DATA),
                    entry(
                            "holdfast.engine",
                            Set.of("holdfast.model", "holdfast.store", "holdfast.rulebook")),
                    entry("holdfast", CORE),
                    entry("holdfast.store.memory", DATA),
                    entry("holdfast.store.records", DATA),
                    entry(
                            "holdfast.store.sqlite",
                            Set.of("holdfast.model", "holdfast.store", "holdfast.store.records")),
                    entry(
                            "holdfast.store.redis",
                            Set.of("holdfast.model", "holdfast.store", "holdfast.store.records")),
                    entry(
                            "holdfast.store.dynamodb",
                            Set.of("holdfast.model", "holdfast.store", "holdfast.store.records")),
                    entry("holdfast.dynamodb.local", Set.of()),
                    entry("holdfast.redlock", Set.of()),
                    entry("holdfast.store.files", DATA),
                    entry("holdfast.store.s3", DATA),
                    // The lock file of a state follows who holds its lock.
                    entry("holdfast.state", with(DATA, "holdfast.engine")),
                    entry("holdfast.terraform", with(CORE, "holdfast.state")),
                    entry("holdfast.store.resilience", DATA),
                    entry("holdfast.store.testkit", CORE),
                    entry("holdfast.json", Set.of()),
                    entry("holdfast.access", with(CORE, "holdfast.json")),
                    entry("holdfast.audit", with(CORE, "holdfast.json")),
                    entry(
                            "holdfast.cli",
                            with(
                                    CORE,
                                    "holdfast.access",
                                    "holdfast.audit",
                                    "holdfast.json",
                                    "holdfast.notify",
                                    "holdfast.state")),
                    entry("holdfast.notify", with(CORE, "holdfast.json")),
                    entry("holdfast.metrics", CORE),
                    entry(
                            "holdfast.server",
                            with(
                                    CORE,
                                    "holdfast.access",
                                    "holdfast.audit",
                                    "holdfast.json",
                                    "holdfast.notify",
                                    "holdfast.state")),
                    entry("holdfast.client", CORE),
                    entry("holdfast.app", Set.of(ANYTHING)),
                    entry("holdfast.simulation", Set.of(ANYTHING)),
                    entry("holdfast.bench", Set.of(ANYTHING)));

    private static final Set<String> KNOWN_BY_NOBODY =
            Set.of("holdfast.app", "holdfast.simulation", "holdfast.bench");

    private final JavaClasses classes =
            new ClassFileImporter().importPaths(Repository.mainClasses());

    @Test
    void dependenciesPointDown() {
        var rule = new Rule("layers");
        for (JavaClass type : classes) {
            for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
                String target = dependency.getTargetClass().getBaseComponentType().getPackageName();
                if (!target.equals("holdfast") && !target.startsWith("holdfast.")) {
                    continue;
                }
                if (!mayKnow(layerOf(type.getPackageName()), layerOf(target))) {
                    rule.broken(
                            type.getName()
                                    + " -> "
                                    + dependency.getTargetClass().getBaseComponentType().getName(),
                            dependency.getDescription());
                }
            }
        }
        rule.verify();
    }

    @Test
    void everyPackageHasALayerOfItsOwn() {
        assertThat(classes)
                .extracting(JavaClass::getPackageName)
                .allSatisfy(name ->
                        assertThat(layerOf(name))
                                .as("the layer of %s: name it in MAY_KNOW", name)
                                .isNotEqualTo(name.equals("holdfast") ? "" : "holdfast"));
    }

    private static Set<String> with(Set<String> layers, String... others) {
        return Stream.concat(layers.stream(), Stream.of(others)).collect(Collectors.toSet());
    }

    private static boolean mayKnow(String from, String to) {
        Set<String> allowed = MAY_KNOW.getOrDefault(from, Set.of());
        return from.equals(to)
                || allowed.contains(to)
                || (allowed.contains(ANYTHING) && !KNOWN_BY_NOBODY.contains(to));
    }

    private static String layerOf(String packageName) {
        String name = packageName;
        while (!MAY_KNOW.containsKey(name)) {
            int dot = name.lastIndexOf('.');
            if (dot < 0) {
                throw new IllegalStateException(packageName + " is not a package of this project");
            }
            name = name.substring(0, dot);
        }
        return name;
    }
}
