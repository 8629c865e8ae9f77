package holdfast.cli;

import holdfast.Holdfast;
import holdfast.model.ErrorCode;
import holdfast.model.Hold;
import holdfast.model.LockId;
import holdfast.model.Owner;
import holdfast.model.OwnerId;
import holdfast.model.RequestId;
import holdfast.model.Root;
import holdfast.model.TransferOutcome;
import holdfast.model.TransferRequest;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

final class TransferCommand implements Command {
    private final Context context;

    private final LockArgument lock;

    private final Argument<String> receiver =
            Argument.required(
                    "--to",
                    "NAME",
                    String.class,
                    "What others should call the receiver. Required.");

    private final Argument<String> receiverId =
            Argument.option(
                    "--to-id",
                    "OWNER_ID",
                    "The receiver's owner id, if it has one. Default: a new one.");

    private final StepOutputs outputs;
    private final OutputOption output = new OutputOption();
    private final StoreOption store;

    TransferCommand(Context context) {
        this.context = context;
        this.lock = new LockArgument(context);
        this.outputs = new StepOutputs(context);
        this.store = new StoreOption(context);
    }

    @Override
    public Syntax syntax() {
        return Syntax.of("transfer", this)
                .synopsis("holdfast transfer [LOCK_ID] --to NAME [OPTIONS]")
                .description(
                        "Hands a lock to another owner, with nobody in between.",
                        "The receiver gets a new lock id, a larger token and a full lease; the old",
                        "ones end.")
                .footer(
                        "Examples:",
                        "  holdfast transfer \"$id\" --to release-manager",
                        "  holdfast transfer \"$id\" --to stage-2 --output json | jq -r '.[0].lock_id'")
                .takes(lock, receiver, receiverId, outputs, output, store);
    }

    @Override
    public Integer call() {
        LockId id = lock.id();
        Owner owner =
                new Owner(
                        receiverId.isGiven()
                                ? new OwnerId(receiverId.given())
                                : Holdfast.newOwnerId(),
                        receiver.given());
        outputs.check();
        var complaints = Complaints.to(context.terminal(), output);
        try (var session = store.openExisting()) {
            Optional<Root> root = lock.root(session);
            if (root.isEmpty()) {
                return complaints.failed(lock.unknown(), ErrorCode.LOCK_NOT_FOUND);
            }
            var request =
                    new TransferRequest(new RequestId(UUID.randomUUID().toString()), id, owner);
            return switch (session.locks().transfer(root.get(), request)) {
                case TransferOutcome.Transferred(List<Hold> holds) -> tell(holds);
                case TransferOutcome.Lost lost -> Losing.tell(id, lost.ending(), complaints);
                case TransferOutcome.Conflict(Hold with) ->
                        complaints.failed(
                                "the receiver would stand against "
                                        + RefusalText.who(with.owner())
                                        + ", who holds '"
                                        + with.resource().displayName()
                                        + "': wait until it is released",
                                ErrorCode.LOCK_EXISTS);
            };
        }
    }

    private int tell(List<Hold> holds) {
        List<Granted> all =
                holds.stream()
                        .map(hold -> Granted.anew(hold, hold.claims().getFirst().request()))
                        .toList();
        outputs.write(all.getFirst().hold(), all.getFirst().claim());
        if (output.isJson()) {
            Json.printArray(context.terminal().out(), all, (json, granted) -> granted.write(json));
        } else {
            all.forEach(granted -> context.terminal().out().print(granted.text("Transferred")));
        }
        return ExitCode.OK.code();
    }
}
