package holdfast.cli;

import holdfast.model.Freeze;
import holdfast.model.Resource;
import holdfast.store.HoldPage;
import java.util.List;

final class LocksStatusCommand implements Command {
    private final Context context;

    private final Target target = new Target();
    private final OutputOption output = new OutputOption();
    private final StoreOption store;

    LocksStatusCommand(Context context) {
        this.context = context;
        this.store = new StoreOption(context);
    }

    @Override
    public Syntax syntax() {
        return Syntax.of("status", this)
                .synopsis("holdfast locks status RESOURCE [OPTIONS]")
                .description(
                        "Shows everything about one resource.",
                        "Who holds it, or something above or below it, since when and why, who waits",
                        "for it, and what freezes it.")
                .footer(
                        "Examples:",
                        "  holdfast locks status terraform-prod",
                        "  holdfast locks status --stack user-platform --environment production",
                        "  holdfast locks status terraform-prod --output json | jq .locked")
                .takes(target, output, store);
    }

    @Override
    public Integer call() {
        Resource resource = target.resource();
        LockStatus status;
        try (var session = store.openToLook()) {
            status = look(session, resource);
        }
        if (output.isJson()) {
            status.writeJson(context.terminal().out());
        } else {
            context.terminal().out().print(status.text(context.screen().colours()));
        }
        return ExitCode.OK.code();
    }

    private static LockStatus look(Session session, Resource resource) {
        List<WaitRow> waiting =
                WaitRow.of(session.locks(), resource.root()).stream()
                        .filter(row -> row.waiter().resource().overlaps(resource))
                        .toList();
        List<Freeze> freezes =
                session.locks().freezes().all().stream()
                        .filter(freeze -> freeze.prefix().touches(resource))
                        .toList();
        HoldPage view = session.locks().holdsOf(resource.root());
        List<LockRow> holds =
                view.holds().stream()
                        .filter(hold -> hold.isLive(view.now()))
                        .filter(hold -> hold.resource().overlaps(resource))
                        .map(hold -> new LockRow(hold, view.now()))
                        .toList();
        return new LockStatus(resource, view.now(), holds, waiting, freezes);
    }
}
