package holdfast.cli;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Range;

/**
 * Something that a command can be given, and then what it was given: with a name an option, otherwise known by its place. Arguments
 * are read once; what was read stays.
 */
final class Argument<T> implements Syntax.Part {
    private final ArgSpec spec;

    private Argument(ArgSpec spec) {
        this.spec = spec;
    }

    static Argument<Boolean> flag(String name, String description) {
        return new Argument<>(
                OptionSpec.builder(name).type(boolean.class).description(description).build());
    }

    static Argument<String> option(String name, String label, String description) {
        return option(name, label, String.class, description);
    }

    static <T> Argument<T> option(String name, String label, Class<T> type, String description) {
        return new Argument<>(
                builder(name, label, description)
                        .type(type)
                        .completionCandidates(wordsOf(type))
                        .build());
    }

    /** What a shell may offer, as the help spells it; null if there are no words to choose from. */
    private static @Nullable List<String> wordsOf(Class<?> type) {
        return type.isEnum()
                ? Arrays.stream(type.getEnumConstants())
                        .map(word -> word.toString().toLowerCase(Locale.ROOT))
                        .toList()
                : null;
    }

    static <T> Argument<T> required(String name, String label, Class<T> type, String description) {
        return new Argument<>(builder(name, label, description).type(type).required(true).build());
    }

    /** One that can be repeated. */
    static <T> Argument<List<T>> several(
            String name, String label, Class<T> type, String description) {
        return new Argument<>(
                builder(name, label, description).type(List.class).auxiliaryTypes(type).build());
    }

    /** One that can be repeated, with another key each time. */
    static Argument<Map<String, String>> pairs(String name, String label, String description) {
        return new Argument<>(
                builder(name, label, description)
                        .type(Map.class)
                        .auxiliaryTypes(String.class, String.class)
                        .build());
    }

    private static OptionSpec.Builder builder(String name, String label, String description) {
        return OptionSpec.builder(name).paramLabel(label).description(description);
    }

    static <T> Argument<T> positional(String label, Class<T> type, String description) {
        return new Argument<>(
                positional(label, description).type(type).arity("1").required(true).build());
    }

    static Argument<String> optionalPositional(String label, String description) {
        return new Argument<>(
                positional(label, description).type(String.class).arity("0..1").build());
    }

    /** All that no other argument takes. */
    static Argument<List<String>> rest(String label, String description) {
        return new Argument<>(
                positional(label, description)
                        .type(List.class)
                        .auxiliaryTypes(String.class)
                        .arity(Range.valueOf("0..1").unspecified(true))
                        .build());
    }

    private static PositionalParamSpec.Builder positional(String label, String description) {
        return PositionalParamSpec.builder().paramLabel(label).description(description);
    }

    @Override
    public void addTo(CommandSpec command) {
        command.add(spec);
    }

    /** For groups of arguments. */
    ArgSpec spec() {
        return spec;
    }

    /** Of an option, as it is written. */
    String name() {
        return spec instanceof OptionSpec option ? option.longestName() : spec.paramLabel();
    }

    boolean isGiven() {
        return value() != null;
    }

    /** Null if it was not given. */
    @Nullable T value() {
        return spec.getValue();
    }

    T or(T usual) {
        T value = value();
        return value == null ? usual : value;
    }

    /** For one that must be there. */
    T given() {
        T value = value();
        if (value == null) {
            throw new IllegalStateException("without " + spec.paramLabel());
        }
        return value;
    }

    /** For what is wrong although each argument by itself is right. */
    ParameterException misuse(String what) {
        return new ParameterException(spec.command().commandLine(), what);
    }
}
