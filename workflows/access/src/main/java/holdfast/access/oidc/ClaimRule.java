package holdfast.access.oidc;

import holdfast.access.Grant;
import holdfast.access.Wanted;
import holdfast.model.InvalidRequestException;
import java.util.List;
import java.util.Map;

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
                                .anyMatch(new Wanted(wanted.getValue())::isMetBy));
    }

    private static List<String> valuesOf(@org.jspecify.annotations.Nullable Object claim) {
        return switch (claim) {
            case null -> List.of();
            case List<?> items -> items.stream().map(String::valueOf).toList();
            default -> List.of(claim.toString());
        };
    }
}
