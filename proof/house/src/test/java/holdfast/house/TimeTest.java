package holdfast.house;

import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.util.TreeScanner;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Time comes from outside: the rules get it as a value, the tests move it by hand. */
final class TimeTest {
    private static final Set<String> WITHOUT_CLOCK = Set.of("holdfast.model", "holdfast.rulebook");

    private static final Set<String> WITHOUT_WALL_CLOCK =
            Set.of("holdfast.engine", "holdfast.store.redis", "holdfast.store.dynamodb");

    /** Where a host is asked for it: only how far it went is used. */
    private static final Set<String> ASK_THE_HOST = Set.of("SystemHost", "HostWallClock");

    /** Calls that read a clock of this machine, as owner and name. */
    private static final Pattern CLOCK =
            Pattern.compile(
                    "java\\.lang\\.System\\.(currentTimeMillis|nanoTime)"
                            + "|java\\.time\\..*\\.now"
                            + "|java\\.time\\.Clock\\.(system|tick).*"
                            + "|java\\.time\\.InstantSource\\.system"
                            + "|java\\.util\\.Date\\.<init>");

    private static final Pattern SLEEP =
            Pattern.compile("(.*\\.)?Thread\\.sleep|(.*\\.)?(TimeUnit|[A-Z]+SECONDS)\\.sleep");

    @Test
    void theRulesReadNoClock() {
        var rule = new Rule("clock-in-rules");
        for (JavaClass type : new ClassFileImporter().importPaths(Repository.mainClasses())) {
            if (WITHOUT_CLOCK.stream().noneMatch(type.getPackageName()::startsWith)) {
                continue;
            }
            for (JavaAccess<? extends AccessTarget> access : type.getAccessesFromSelf()) {
                String target = access.getTargetOwner().getName() + "." + access.getName();
                if (CLOCK.matcher(target).matches()) {
                    rule.broken(type.getName(), access.getDescription());
                }
            }
        }
        rule.verify();
    }

    /** A clock that is wrong can then do no harm but where a host is asked for it, which a test can do as well. */
    @Test
    void neitherTheEngineNorAStoreOnANetworkReadsTheWallClock() {
        var rule = new Rule("wall-clock");
        for (JavaClass type : new ClassFileImporter().importPaths(Repository.mainClasses())) {
            if (WITHOUT_WALL_CLOCK.stream().noneMatch(type.getPackageName()::startsWith)
                    || ASK_THE_HOST.contains(type.getSimpleName())) {
                continue;
            }
            for (JavaAccess<? extends AccessTarget> access : type.getAccessesFromSelf()) {
                String target = access.getTargetOwner().getName() + "." + access.getName();
                if (CLOCK.matcher(target).matches() && !target.endsWith(".nanoTime")) {
                    rule.broken(type.getName(), access.getDescription());
                }
            }
        }
        rule.verify();
    }

    @Test
    void noTestSleeps() {
        var rule = new Rule("sleep-in-test");
        testCode()
                .forEach(file ->
                        new TreeScanner<@Nullable Void, @Nullable Void>() {
                            @Override
                            public @Nullable Void visitMethodInvocation(
                                    MethodInvocationTree call, @Nullable Void nothing) {
                                String called = call.getMethodSelect().toString();
                                if (SLEEP.matcher(called).matches()) {
                                    rule.broken(
                                            Repository.relative(file.file()), "calls " + called);
                                }
                                return super.visitMethodInvocation(call, null);
                            }
                        }.scan(file.tree(), null));
        rule.verify();
    }

    private static Stream<SourceFile> testCode() {
        return Stream.concat(
                Repository.testSources().stream(),
                Repository.mainSources().stream()
                        .filter(file -> file.module().endsWith("stores/testkit")));
    }
}
