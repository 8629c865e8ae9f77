package holdfast.access;

import holdfast.model.InvalidRequestException;
import holdfast.model.Owner;
import holdfast.model.OwnerId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What is kept of a token: all but its secret.
 *
 * @param name who its holder is; two tokens of one name are one identity, so that a token can be exchanged for a new one
 * @param createdBy who made it
 * @param expiresAt null if it holds until it is revoked
 * @param revokedAt null as long as it holds
 * @param revokedBy null as long as it holds
 */
public record TokenRecord(
        String id,
        String name,
        List<Grant> grants,
        Instant createdAt,
        String createdBy,
        @Nullable Instant expiresAt,
        @Nullable Instant revokedAt,
        @Nullable String revokedBy) {
    private static final int GRANTS_MAX = 20;

    public TokenRecord {
        // An owner's name is what it becomes.
        name = new Owner(new OwnerId("token"), name).name();
        grants = List.copyOf(grants);
        if (grants.isEmpty()) {
            throw new InvalidRequestException("a token without a role is good for nothing");
        }
        if (grants.size() > GRANTS_MAX) {
            throw new InvalidRequestException(
                    "a token has " + grants.size() + " roles, the limit is " + GRANTS_MAX);
        }
    }

    /** Which one it is, whose, and what it opens. */
    public String inWords() {
        String roles = grants.stream().map(Grant::toString).collect(Collectors.joining("; "));
        return id + " for " + name + ": " + roles;
    }

    public boolean isValid(Instant now) {
        return state(now) == State.VALID;
    }

    public State state(Instant now) {
        if (revokedAt != null) {
            return State.REVOKED;
        }
        return expiresAt != null && !now.isBefore(expiresAt) ? State.EXPIRED : State.VALID;
    }

    /** Whether it can be used. */
    public enum State {
        VALID,
        EXPIRED,
        REVOKED
    }

    /** From when it was made; null if it holds until it is revoked. */
    @Nullable Duration lasts() {
        return expiresAt == null ? null : Duration.between(createdAt, expiresAt);
    }

    TokenRecord revoked(Instant at, String by) {
        return new TokenRecord(id, name, grants, createdAt, createdBy, expiresAt, at, by);
    }

    Caller caller() {
        return new Caller("token:" + name, name, grants);
    }
}
