package holdfast.cli;

import holdfast.access.Grant;
import holdfast.access.TokenFields;
import holdfast.access.TokenRecord;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** Tokens for people and programs, without what makes them work. */
final class TokenRows {
    private static final int NAME_AT_LEAST = 10;
    private static final int ROLE_AT_LEAST = 16;

    private TokenRows() {}

    static String textOf(List<TokenRecord> tokens, Screen screen) {
        if (tokens.isEmpty()) {
            return "No tokens.\n";
        }
        Instant now = InstantSource.system().instant();
        return new Table(
                        List.of(
                                Table.Column.fixed("ID"),
                                Table.Column.shrinking("NAME", NAME_AT_LEAST),
                                Table.Column.shrinking("ROLE", ROLE_AT_LEAST),
                                Table.Column.state("STATE"),
                                Table.Column.fixed("CREATED"),
                                Table.Column.fixed("EXPIRES")),
                        tokens.stream().map(token -> cells(token, now)).toList())
                .fitting(screen);
    }

    private static List<String> cells(TokenRecord token, Instant now) {
        return List.of(
                token.id(),
                token.name(),
                roles(token),
                Json.word(token.state(now)),
                shown(token.createdAt()),
                shown(token.expiresAt()));
    }

    private static String roles(TokenRecord token) {
        return token.grants().stream().map(Grant::toString).collect(Collectors.joining("; "));
    }

    private static String shown(@Nullable Instant time) {
        return time == null ? "-" : time.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    /** Such as {@code 0123456789abcdef (ci: operator below shop)}. */
    static String describe(TokenRecord token) {
        return token.id() + " (" + token.name() + ": " + roles(token) + ")";
    }

    static void write(JsonGenerator json, TokenRecord token) {
        TokenFields.write(json, token, InstantSource.system().instant());
    }
}
