package holdfast.cli;

import holdfast.access.Grant;
import holdfast.access.Role;
import holdfast.access.Tokens;
import holdfast.model.Prefix;
import holdfast.model.keys.Keys;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

final class TokenCreateCommand implements Command {
    private final Context context;

    private final Argument<String> name =
            Argument.positional(
                    "NAME",
                    String.class,
                    "Who holds the token: the owner of all locks that are taken with it.");

    private final Argument<Role> role =
            Argument.required(
                    "--role",
                    "ROLE",
                    Role.class,
                    "viewer looks; operator also takes locks; admin also takes them away from others and freezes. Required.");

    private final Argument<List<String>> prefixes =
            Argument.several(
                    "--prefix",
                    "PREFIX",
                    String.class,
                    "The first segments of what the token is good for, with all below them. Can be"
                            + " repeated. Default: everything.");

    private final Argument<Duration> expires =
            Argument.option(
                    "--expires",
                    "TIME",
                    Duration.class,
                    "How long it is good for, as in 90d. Default: until it is revoked.");

    private final OutputOption output = new OutputOption();
    private final StoreOption store;

    TokenCreateCommand(Context context) {
        this.context = context;
        this.store = new StoreOption(context);
    }

    @Override
    public Syntax syntax() {
        return Syntax.of("create", this)
                .description(
                        "Makes a token that opens the servers on this store. At a server only an admin of everything can.",
                        "It is shown once, now: the store keeps only a hash of it.")
                .footer(
                        "Examples:",
                        "  holdfast token create ci --role operator --prefix shop/production",
                        "  holdfast token create alice --role admin --expires 90d")
                .takes(name, role, prefixes, expires, output, store);
    }

    @Override
    public Integer call() {
        Records.NewToken created;
        try (Records records = store.openRecords()) {
            created =
                    records.createToken(
                            new Tokens.Wish(
                                    name.given(),
                                    List.of(new Grant(role.given(), prefixes())),
                                    new Identity(context.environment()).name(),
                                    expires.value()));
        }
        if (output.isJson()) {
            Json.printObject(
                    context.terminal().out(),
                    json -> {
                        json.writeStringProperty("token", created.secret());
                        TokenRows.write(json, created.record());
                    });
        } else {
            context.terminal().out().println(created.secret());
            context.terminal()
                    .say(
                            "keep it now, it is not shown again: "
                                    + TokenRows.describe(created.record()));
        }
        return ExitCode.OK.code();
    }

    private Set<Prefix> prefixes() {
        return prefixes.isGiven()
                ? prefixes.given().stream()
                        .map(prefix -> new Prefix(Keys.parse(prefix).text()))
                        .collect(Collectors.toSet())
                : Set.of(Prefix.EVERYTHING);
    }
}
