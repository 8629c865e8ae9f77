package holdfast.cli;

import holdfast.model.CancelOutcome;
import holdfast.model.Ending;
import holdfast.model.ErrorCode;
import holdfast.model.Explanation;
import holdfast.model.Hold;
import holdfast.model.Waiter;
import java.util.Optional;

final class QueueCancelCommand implements Command {
    private final Context context;

    private final Argument<String> request =
            Argument.positional(
                    "REQUEST",
                    String.class,
                    "The id of the request, as 'holdfast queue list' shows it.");

    private final Argument<String> reason =
            Argument.option("--reason", "TEXT", "Why; told to whoever waits.");

    private final OutputOption output = new OutputOption();
    private final StoreOption store;

    QueueCancelCommand(Context context) {
        this.context = context;
        this.store = new StoreOption(context);
    }

    @Override
    public Syntax syntax() {
        return Syntax.of("cancel", this)
                .description(
                        "Withdraws a request that waits.",
                        "Whoever waits is told who did it and why.")
                .footer(
                        "Examples:",
                        "  holdfast queue cancel 0198f2c0-9f3a-7cc1-8d2b-2f1f6f0a1b2c --reason outdated")
                .takes(request, reason, output, store);
    }

    @Override
    public Integer call() {
        try (var session = store.openExisting()) {
            Optional<WaitRow> found = WaitRow.find(session.locks(), request.given());
            if (found.isEmpty()) {
                return complaints()
                        .failed(
                                "no request '"
                                        + request.given()
                                        + "' waits; see holdfast queue list",
                                ErrorCode.LOCK_NOT_FOUND);
            }
            Waiter waiter = found.get().waiter();
            return tell(
                    found.get(),
                    session.locks()
                            .cancel(waiter.resource().root(), waiter.claim().request(), why()));
        }
    }

    private String why() {
        String by = "cancelled by " + new Identity(context.environment()).name();
        String why = reason.or("");
        return why.isBlank() ? by : by + ": " + why;
    }

    private int tell(WaitRow row, CancelOutcome outcome) {
        return switch (outcome) {
            case CancelOutcome.Cancelled _ -> {
                print(row);
                yield ExitCode.OK.code();
            }
            case CancelOutcome.AlreadyGranted(Hold hold) ->
                    complaints()
                            .failed(
                                    "the grant was first: the request holds the lock "
                                            + hold.id()
                                            + " now",
                                    ErrorCode.LOCK_EXISTS);
            case CancelOutcome.AlreadyEnded(Ending ending) ->
                    complaints()
                            .failed(
                                    "the request has ended: " + Explanation.of(ending),
                                    ErrorCode.LOCK_NOT_FOUND);
            case CancelOutcome.NotFound _ ->
                    complaints().failed("the request waits no more", ErrorCode.LOCK_NOT_FOUND);
        };
    }

    private void print(WaitRow row) {
        if (output.isJson()) {
            Json.printObject(context.terminal().out(), json -> LockJson.write(json, row));
        } else {
            context.terminal()
                    .out()
                    .println(
                            "Cancelled: "
                                    + row.waiter().owner().name()
                                    + " waits no more for '"
                                    + row.waiter().resource().displayName()
                                    + "'");
        }
    }

    private Complaints complaints() {
        return Complaints.to(context.terminal(), output);
    }
}
