package holdfast.cli;

import holdfast.model.Ending;
import holdfast.model.LockId;
import holdfast.model.ReleaseOutcome;

/** Says what became of a release. */
final class Releasing {
    private final Terminal terminal;
    private final OutputOption output;

    Releasing(Terminal terminal, OutputOption output) {
        this.terminal = terminal;
        this.output = output;
    }

    /** @return the exit code */
    int tell(LockId id, ReleaseOutcome outcome) {
        return switch (outcome) {
            case ReleaseOutcome.Released(int claimsLeft) -> {
                print(id, claimsLeft);
                yield ExitCode.OK.code();
            }
            case ReleaseOutcome.Lost(Ending ending) ->
                    Losing.tell(id, ending, Complaints.to(terminal, output));
            case ReleaseOutcome.NotFound _ ->
                    Losing.tell(id, null, Complaints.to(terminal, output));
        };
    }

    private void print(LockId id, int claimsLeft) {
        if (output.isJson()) {
            Json.printObject(
                    terminal.out(),
                    json -> {
                        json.writeStringProperty("lock_id", id.text());
                        json.writeStringProperty(
                                "state", claimsLeft == 0 ? "released" : "acquired");
                        json.writeNumberProperty("claims_left", claimsLeft);
                    });
        } else {
            terminal.out()
                    .println(
                            claimsLeft == 0
                                    ? "Released " + id
                                    : "Gave back a claim of " + id + ", " + claimsLeft + " left");
        }
    }
}
