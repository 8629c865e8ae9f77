package holdfast.simulation;

import holdfast.model.Claim;
import holdfast.model.Freeze;
import holdfast.model.Hold;
import holdfast.store.Change;
import holdfast.store.Commit;
import holdfast.store.CommitResult;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Commits and answers in few words, for the log. */
final class Shown {
    private Shown() {}

    static String of(Commit commit) {
        return commit.changes().stream()
                .map(Shown::of)
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining(" ", commit.root() + "[", "]"));
    }

    private static String of(Change change) {
        return switch (change) {
            case Change.RaiseNumbers raise -> "raise " + raise.atLeast();
            case Change.Grant grant ->
                    "grant "
                            + grant.draft().owner().name()
                            + " "
                            + grant.draft().mode()
                            + " "
                            + grant.draft().resource()
                            + " "
                            + grant.draft().standing()
                            + claims(grant.draft().claims());
            case Change.Amend amend -> "amend " + amend.token() + claims(amend.claims());
            case Change.Extend extend -> "extend " + extend.token();
            case Change.End end -> "end " + of(end.hold()) + " " + end.ending();
            case Change.Join join ->
                    "join "
                            + join.draft().owner().name()
                            + " "
                            + join.draft().claim()
                            + " "
                            + join.draft().priority();
            case Change.Touch touch -> "touch " + touch.ticket();
            case Change.Leave leave ->
                    "leave "
                            + leave.waiter().ticket()
                            + " "
                            + leave.waiter().claim().request()
                            + " "
                            + leave.ending();
            case Change.DropLapsed drop -> "drop lapsed";
            case Change.Remember remember -> "";
            case Change.Audit audit -> "audit";
        };
    }

    private static String claims(List<Claim> claims) {
        return claims.stream()
                .map(claim -> claim.request().text())
                .collect(Collectors.joining(",", " (", ")"));
    }

    static String of(Hold hold) {
        return hold.owner().name()
                + " "
                + hold.mode()
                + " "
                + hold.resource()
                + " #"
                + hold.token()
                + claims(hold.claims());
    }

    static String of(@Nullable Object answer) {
        if (answer instanceof List<?> results) {
            return results.stream().map(Shown::of).collect(Collectors.joining(" "));
        }
        if (answer instanceof Freeze freeze) {
            // Without its set of owners, whose order differs from one Java process to the next.
            return freeze.id() + " until " + freeze.until();
        }
        if (answer instanceof Optional<?> perhaps) {
            return of(perhaps.orElse(null));
        }
        if (answer instanceof CommitResult.Committed committed) {
            return "ok@"
                    + committed.stamp().now().epochNanos() % 1_000_000_000_000L / 1_000_000
                    + " first "
                    + committed.stamp().firstNumber();
        }
        if (answer instanceof CommitResult.Refused refused) {
            return "refused v" + refused.view().version();
        }
        return String.valueOf(answer);
    }
}
