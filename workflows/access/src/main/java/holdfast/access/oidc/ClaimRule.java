package holdfast.access.oidc;

import holdfast.access.Grant;
import holdfast.model.InvalidRequestException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Gives a role to whoever's bearer token says something.
 *
 * @param claims each must have the value: the whole of it, or with {@code *} for any text in between; of a claim that is a list, one item must
 */
public record ClaimRule(Map<String, String> claims, Grant grant) {
    public ClaimRule {
        claims = Map.copyOf(claims);
        if (claims.isEmpty()) {
            throw new InvalidRequestException(
                    "a rule without claims would give a role to everybody whom the issuer knows");
        }
    }

    boolean matches(Map<String, Object> said) {
        return claims.entrySet().stream()
                .allMatch(wanted ->
                        valuesOf(said.get(wanted.getKey())).stream()
                                .anyMatch(value -> matches(wanted.getValue(), value)));
    }

    private static List<String> valuesOf(@org.jspecify.annotations.Nullable Object claim) {
        return switch (claim) {
            case null -> List.of();
            case List<?> items -> items.stream().map(String::valueOf).toList();
            default -> List.of(claim.toString());
        };
    }

    private static boolean matches(String pattern, String value) {
        String regex =
                Arrays.stream(pattern.split("\\*", -1))
                        .map(Pattern::quote)
                        .collect(Collectors.joining(".*"));
        return Pattern.compile(regex, Pattern.DOTALL).matcher(value).matches();
    }
}
