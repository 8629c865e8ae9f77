package holdfast.house;

import com.sun.source.tree.ClassTree;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import javax.lang.model.element.Modifier;
import org.junit.jupiter.api.Test;

/** Main code stays small: what has grown past these limits has two jobs. */
final class SizesTest {
    private static final int FILE_MAX = 300;
    private static final int METHOD_MAX = 40;

    private final List<SourceFile> files =
            Repository.mainSources().stream()
                    .filter(Predicate.not(SourceFile::isPackageInfo))
                    .toList();

    @Test
    void noFileHasMoreThan300LinesOfCode() {
        var rule = new Rule("file-length");
        for (SourceFile file : files) {
            if (file.codeLineCount() > FILE_MAX) {
                rule.broken(
                        Repository.relative(file.file()), file.codeLineCount() + " lines of code");
            }
        }
        rule.verify();
    }

    @Test
    void noMethodHasMoreThan40LinesOfCode() {
        var rule = new Rule("method-length");
        for (Methods.Method method : Methods.of(files)) {
            int lines = linesOf(method);
            if (lines > METHOD_MAX) {
                rule.broken(method.name(), lines + " lines of code");
            }
        }
        rule.verify();
    }

    /** Only told, not enforced: these are aims for a module as a whole, and a small one cannot meet them. */
    @Test
    void tellsHowEachModuleStands() {
        for (Path module : Repository.modules()) {
            var own = files.stream().filter(file -> file.module().equals(module)).toList();
            if (own.isEmpty()) {
                continue;
            }
            var sizes = own.stream().map(SourceFile::codeLineCount).sorted().toList();
            var methods = Methods.of(own).stream().map(SizesTest::linesOf).sorted().toList();
            var types =
                    own.stream()
                            .flatMap(file -> file.tree().getTypeDecls().stream())
                            .filter(ClassTree.class::isInstance)
                            .map(ClassTree.class::cast)
                            .toList();
            long exported =
                    types.stream()
                            .filter(type ->
                                    type.getModifiers().getFlags().contains(Modifier.PUBLIC))
                            .count();
            System.out.printf(
                    "%-18s files p50 %3d p90 %3d max %3d | methods p90 %2d max %2d | public %d of %d%n",
                    module,
                    percentile(sizes, 50),
                    percentile(sizes, 90),
                    percentile(sizes, 100),
                    percentile(methods, 90),
                    percentile(methods, 100),
                    exported,
                    types.size());
        }
    }

    private static int linesOf(Methods.Method method) {
        var body = method.tree().getBody();
        return body == null ? 0 : method.file().codeLinesInside(body);
    }

    private static int percentile(List<Integer> sorted, int percent) {
        if (sorted.isEmpty()) {
            return 0;
        }
        var index = (sorted.size() * percent + 99) / 100 - 1;
        return new ArrayList<>(sorted).get(Math.max(0, index));
    }
}
