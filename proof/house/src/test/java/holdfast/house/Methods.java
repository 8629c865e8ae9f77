package holdfast.house;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreeScanner;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.stream.Collectors;
import javax.lang.model.element.Modifier;
import org.jspecify.annotations.Nullable;

/** Lists the methods and constructors of a source file. */
final class Methods extends TreeScanner<@Nullable Void, @Nullable Void> {

    /** A method with the types around it, outermost first. */
    record Method(SourceFile file, List<ClassTree> types, MethodTree tree) {

        String name() {
            return file.packageName()
                    + "."
                    + types.stream()
                            .map(type -> type.getSimpleName().toString())
                            .filter(name -> !name.isEmpty())
                            .collect(Collectors.joining("."))
                    + "#"
                    + tree.getName();
        }

        boolean overrides() {
            return tree.getModifiers().getAnnotations().stream()
                    .anyMatch(annotation ->
                            annotation.getAnnotationType().toString().equals("Override"));
        }

        boolean isConstructor() {
            return tree.getReturnType() == null;
        }

        boolean isRecordConstructor() {
            return isConstructor() && types.getLast().getKind() == Tree.Kind.RECORD;
        }

        /** Whether code in other packages can call it. */
        boolean isPublic() {
            for (int depth = 0; depth < types.size(); depth++) {
                boolean inInterface = depth > 0 && isInterface(types.get(depth - 1));
                if (!inInterface && !isPublic(types.get(depth).getModifiers())) {
                    return false;
                }
            }
            return isPublic(tree.getModifiers())
                    || (isInterface(types.getLast())
                            && !tree.getModifiers().getFlags().contains(Modifier.PRIVATE));
        }

        private static boolean isPublic(ModifiersTree modifiers) {
            return modifiers.getFlags().contains(Modifier.PUBLIC);
        }

        private static boolean isInterface(ClassTree type) {
            return type.getKind() == Tree.Kind.INTERFACE
                    || type.getKind() == Tree.Kind.ANNOTATION_TYPE;
        }
    }

    private final SourceFile file;
    private final Deque<ClassTree> types = new ArrayDeque<>();
    private final List<Method> found = new ArrayList<>();

    private Methods(SourceFile file) {
        this.file = file;
    }

    static List<Method> of(SourceFile file) {
        var scanner = new Methods(file);
        scanner.scan(file.tree(), null);
        return scanner.found;
    }

    static List<Method> of(List<SourceFile> files) {
        return files.stream().flatMap(file -> of(file).stream()).toList();
    }

    @Override
    public @Nullable Void visitClass(ClassTree type, @Nullable Void nothing) {
        types.addLast(type);
        super.visitClass(type, null);
        types.removeLast();
        return null;
    }

    @Override
    public @Nullable Void visitMethod(MethodTree method, @Nullable Void nothing) {
        found.add(new Method(file, List.copyOf(types), method));
        return super.visitMethod(method, null);
    }
}
