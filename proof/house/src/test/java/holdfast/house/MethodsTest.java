package holdfast.house;

import com.sun.source.tree.Tree;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What the methods of main code look like from outside. */
final class MethodsTest {
    private static final int PARAMETERS_MAX = 4;
    private static final Set<String> BOOLEAN = Set.of("boolean", "Boolean");

    @Test
    void noPublicMethodTakesABoolean() {
        var rule = new Rule("boolean-parameter");
        for (Methods.Method method : Methods.of(Repository.mainSources())) {
            if (!method.isPublic() || method.overrides() || method.isRecordConstructor()) {
                continue;
            }
            method.tree().getParameters().stream()
                    .filter(parameter -> isBoolean(parameter.getType()))
                    .forEach(parameter ->
                            rule.broken(method.name(), "takes boolean " + parameter.getName()));
        }
        rule.verify();
    }

    @Test
    void noMethodTakesMoreThanFourParameters() {
        var rule = new Rule("parameter-count");
        for (Methods.Method method : Methods.of(Repository.mainSources())) {
            int count = method.tree().getParameters().size();
            if (!method.isConstructor() && !method.overrides() && count > PARAMETERS_MAX) {
                rule.broken(method.name(), "takes " + count + " parameters");
            }
        }
        rule.verify();
    }

    private static boolean isBoolean(Tree type) {
        return BOOLEAN.contains(type.toString());
    }
}
