package holdfast.cli;

import holdfast.model.ErrorCode;
import holdfast.model.InvalidRequestException;
import holdfast.state.ForeignLock;
import holdfast.state.LockTable;
import holdfast.state.Origin;
import holdfast.state.PulumiFiles;
import holdfast.state.PulumiOrigin;
import holdfast.state.StateChange;
import holdfast.state.StateName;
import holdfast.state.StateVersion;
import holdfast.state.TerraformOrigin;
import java.io.ByteArrayInputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

final class StateImportCommand implements Command {
    private final Context context;
    private final StatesOption states;
    private final StateArgument state = new StateArgument();
    private final WaitOption wait = new WaitOption();
    private final Argument<String> from =
            Argument.required(
                    "--from",
                    "PLACE",
                    String.class,
                    "A file or s3://BUCKET/KEY of Terraform's; for a stack, the folder or bucket that Pulumi"
                            + " logs in to.");
    private final Argument<String> lockTable =
            Argument.option(
                    "--lock-table",
                    "ADDRESS",
                    "The table in which Terraform locks, as in dynamodb:TABLE?region=R.");
    private final Argument<String> pulumiStack =
            Argument.option(
                    "--pulumi-stack",
                    "NAME",
                    "STACK or PROJECT/STACK as Pulumi calls it. Default: the environment.");
    private final Argument<Boolean> replace =
            Argument.flag(
                    "--replace", "Also if there is a state already; it stays in the history.");
    private final Argument<Boolean> althoughLocked =
            Argument.flag(
                    "--although-locked",
                    "Also if someone holds the lock of the place it is in now.");

    StateImportCommand(Context context) {
        this.context = context;
        this.states = new StatesOption(context);
    }

    @Override
    public Syntax syntax() {
        return Syntax.of("import", this)
                .description(
                        "Takes a state over from where another tool keeps it, as a new version.",
                        "Only reads there. Refuses while somebody holds the lock there.")
                .footer(
                        "Examples:",
                        "  holdfast state import terraform:net --from s3://acme/net.tfstate",
                        "  holdfast state import terraform:net --from terraform.tfstate",
                        "  holdfast state import shop/production --from /srv/pulumi",
                        "With the table in which Terraform locks:",
                        "  holdfast state import terraform:a --from s3://b/k --lock-table dynamodb:tf")
                .takes(state, from, lockTable, pulumiStack, replace, althoughLocked, wait, states);
    }

    /** What is taken over, once it is certain that nobody works on it. */
    private record Found(byte[] body, Map<String, String> facts, Map<String, byte[]> files) {
        boolean isSameAs(Found other) {
            return Arrays.equals(body, other.body)
                    && files.keySet().equals(other.files.keySet())
                    && files.entrySet().stream()
                            .allMatch(file ->
                                    Arrays.equals(file.getValue(), other.files.get(file.getKey())));
        }
    }

    /** A run may have ended while it was read, but not each time. */
    private static final int ATTEMPTS_MAX = 2;

    @Override
    public Integer call() {
        StateName name = state.state();
        return name.kind() == StateName.Kind.TERRAFORM ? terraform(name) : pulumi(name);
    }

    private int terraform(StateName name) {
        var place = ForeignPlace.ofFile(from.given());
        try (Origin origin = context.stores().origin(place.folder());
                @Nullable LockTable table = table()) {
            var source = new TerraformOrigin(origin, place.file(), place.lockId(), table);
            return take(
                    name,
                    new Source(
                            source::locks,
                            () -> {
                                byte[] body = source.read();
                                return new Found(body, TerraformOrigin.facts(body), Map.of());
                            }));
        }
    }

    private @Nullable LockTable table() {
        return lockTable.isGiven() ? context.stores().lockTable(lockTable.given()) : null;
    }

    private int pulumi(StateName name) {
        String stack = pulumiStack.isGiven() ? pulumiStack.given() : name.environment();
        int slash = stack.indexOf('/');
        try (Origin origin = context.stores().origin(from.given())) {
            var source =
                    new PulumiOrigin(
                            origin,
                            slash < 0 ? null : stack.substring(0, slash),
                            stack.substring(slash + 1));
            int code =
                    take(
                            name,
                            new Source(
                                    source::locks,
                                    () -> new Found(source.document(), Map.of(), source.files())));
            if (code == ExitCode.OK.code()) {
                source.leftOut().forEach(path -> tellLeftOut(origin.place(path)));
            }
            return code;
        }
    }

    private void tellLeftOut(String place) {
        context.terminal().say("left out, since it is packed with zstd: " + place);
    }

    /** Where another tool keeps it. */
    private record Source(Supplier<List<ForeignLock>> locks, Supplier<Found> read) {}

    /** Looked at once more before anything is locked here: who must wait anyway keeps nobody else out. */
    private int take(StateName name, Source source) {
        try {
            requireFree(source.locks().get());
            return new StateWork(context, states, wait, name)
                    .change("state import", () -> wish(settled(source)));
        } catch (InTheWay e) {
            return locked(e.lock);
        }
    }

    /**
     * Between two looks for a lock a whole run may begin and end, so what is taken must be there before and after the last look.
     */
    private Found settled(Source source) {
        requireFree(source.locks().get());
        Found found = source.read().get();
        for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
            List<ForeignLock> held = source.locks().get();
            requireFree(held); // Somebody may have begun while it was read.
            Found again = source.read().get();
            if (again.isSameAs(found)) {
                return described(again, held);
            }
            found = again;
        }
        throw new InvalidRequestException(
                "nothing was taken over, since "
                        + ForeignPlace.shown(from.given())
                        + " changed while it was read: somebody works on it. Try again when they are done.");
    }

    private void requireFree(List<ForeignLock> held) {
        if (!held.isEmpty() && !althoughLocked.isGiven()) {
            throw new InTheWay(held.getFirst());
        }
    }

    /** Somebody holds the lock there. */
    private static final class InTheWay extends RuntimeException {
        private static final long serialVersionUID = 1;

        private final transient ForeignLock lock;

        InTheWay(ForeignLock lock) {
            super(lock.toString(), null, false, false);
            this.lock = lock;
        }
    }

    private Found described(Found found, List<ForeignLock> held) {
        Map<String, String> facts = new java.util.TreeMap<>(found.facts());
        facts.put(StateVersion.IMPORTED_FROM, ForeignPlace.shown(from.given()));
        if (!held.isEmpty()) {
            facts.put(StateVersion.ALTHOUGH_LOCKED, held.getFirst().toString());
        }
        return new Found(found.body(), facts, found.files());
    }

    private int locked(ForeignLock lock) {
        return Complaints.to(context.terminal())
                .failed(
                        "nothing was taken over, since somebody works on it: "
                                + lock
                                + ". Wait, or say --although-locked if nobody does.",
                        ErrorCode.LOCK_EXISTS);
    }

    private StateChange wish(Found found) {
        return new StateChange.Import(
                new ByteArrayInputStream(found.body()),
                found.facts(),
                PulumiFiles.of(found.files()),
                replace.isGiven() ? StateChange.WhenThere.REPLACE : StateChange.WhenThere.REFUSE);
    }
}
