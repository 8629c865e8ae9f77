package holdfast.house;

import com.sun.source.tree.AnnotationTree;
import java.util.ArrayList;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

final class PackagesTest {
    @Test
    void everyPackageIsNullMarked() {
        var rule = new Rule("null-marked");
        var files = new ArrayList<SourceFile>(Repository.mainSources());
        files.addAll(Repository.testSources());
        var marked = new TreeSet<String>();
        for (SourceFile file : files) {
            if (file.isPackageInfo() && isNullMarked(file)) {
                marked.add(key(file));
            }
        }
        for (SourceFile file : files) {
            if (!marked.contains(key(file))) {
                rule.broken(key(file), "has no package-info.java with @NullMarked");
            }
        }
        rule.verify();
    }

    /** Tests live in the packages of their module's main code, and are marked with them. */
    private static String key(SourceFile file) {
        return file.module() + ":" + file.packageName();
    }

    private static boolean isNullMarked(SourceFile file) {
        return file.tree().getPackage().getAnnotations().stream()
                .map(AnnotationTree::getAnnotationType)
                .anyMatch(type -> type.toString().endsWith("NullMarked"));
    }
}
