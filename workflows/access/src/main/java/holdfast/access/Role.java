package holdfast.access;

import java.util.Locale;

/** What a credential is for. Each role may do all that the one before it may. */
public enum Role {
    /** Sees locks, queues, freezes and events. */
    VIEWER,
    /** Takes locks, and gives back or hands over its own. */
    OPERATOR,
    /** Does what concerns others: takes their locks away, freezes, reads the audit trail. */
    ADMIN;

    boolean includes(Role other) {
        return compareTo(other) >= 0;
    }

    /** Its name as people write it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** @throws IllegalArgumentException if there is no such role */
    public static Role of(String word) {
        for (Role role : values()) {
            if (role.word().equals(word)) {
                return role;
            }
        }
        throw new IllegalArgumentException(
                "there is no such role: write viewer, operator or admin");
    }
}
