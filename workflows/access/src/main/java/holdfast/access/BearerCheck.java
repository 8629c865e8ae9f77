package holdfast.access;

/** Checks bearer tokens that somebody else issued. */
public interface BearerCheck {
    Authentication check(String bearer);
}
