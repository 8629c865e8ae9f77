package holdfast.house;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/**
 * A parsed source file. Rules that need what class files do not keep (line counts, {@code
 * Override}) are checked here, all others on class files.
 */
record SourceFile(
        Path module,
        Path file,
        CompilationUnitTree tree,
        SourcePositions positions,
        BitSet codeLines) {

    private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();

    static SourceFile parse(Path module, Path file) {
        try {
            var files = COMPILER.getStandardFileManager(null, null, null);
            var task =
                    (JavacTask)
                            COMPILER.getTask(
                                    null,
                                    files,
                                    null,
                                    List.of("-proc:none"),
                                    null,
                                    files.getJavaFileObjects(file));
            CompilationUnitTree tree = task.parse().iterator().next();
            return new SourceFile(
                    module,
                    file,
                    tree,
                    Trees.instance(task).getSourcePositions(),
                    CodeLines.of(Files.readString(file)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String packageName() {
        return String.valueOf(tree.getPackageName());
    }

    boolean isPackageInfo() {
        return file.endsWith("package-info.java");
    }

    int codeLineCount() {
        return codeLines.cardinality();
    }

    /** Lines of code strictly between the lines where a part of this file starts and ends. */
    int codeLinesInside(Tree part) {
        int start = lineOf(positions.getStartPosition(tree, part));
        int end = lineOf(positions.getEndPosition(tree, part));
        return start == end ? 0 : codeLines.get(start + 1, end).cardinality();
    }

    private int lineOf(long position) {
        return Math.toIntExact(tree.getLineMap().getLineNumber(position));
    }
}
