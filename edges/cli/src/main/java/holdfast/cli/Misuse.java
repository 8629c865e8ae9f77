package holdfast.cli;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/** What is wrong with arguments, in words for who wrote them. */
final class Misuse {
    private Misuse() {}

    static String inWords(ParameterException e) {
        return e instanceof UnmatchedArgumentException unmatched
                ? inWords(unmatched)
                : uncapitalized(String.valueOf(e.getMessage()));
    }

    private static String inWords(UnmatchedArgumentException e) {
        String first = e.getUnmatched().getFirst();
        boolean choosing = !e.getCommandLine().getSubcommands().isEmpty();
        String what =
                e.isUnknownOption()
                        ? "unknown option '" + first + "'"
                        : choosing
                                ? "there is no command '" + first + "'"
                                : "'" + first + "' is one argument too many";
        return what + suggested(e.isUnknownOption() || choosing ? e.getSuggestions() : List.of());
    }

    private static String suggested(List<String> suggestions) {
        return suggestions.isEmpty() ? "" : "; did you mean '" + suggestions.getFirst() + "'?";
    }

    /** It goes on after the name of the program. What is written in capitals is a name. */
    static String uncapitalized(String sentence) {
        return sentence.length() < 2 || Character.isUpperCase(sentence.charAt(1))
                ? sentence
                : sentence.substring(0, 1).toLowerCase(Locale.ROOT) + sentence.substring(1);
    }

    /** Words for the values of an enumeration, as the help spells them. */
    static <E extends Enum<E>> ITypeConverter<E> wordsOf(Class<E> type) {
        return text ->
                Stream.of(type.getEnumConstants())
                        .filter(value -> value.name().equalsIgnoreCase(text))
                        .findFirst()
                        .orElseThrow(() ->
                                new TypeConversionException(
                                        "'" + text + "' is none of " + words(type)));
    }

    private static String words(Class<? extends Enum<?>> type) {
        return Stream.of(type.getEnumConstants()).map(Json::word).collect(Collectors.joining(", "));
    }
}
