package holdfast.server;

import holdfast.access.Grant;
import holdfast.access.Role;
import holdfast.access.TokenFields;
import holdfast.access.TokenRecord;
import holdfast.access.Tokens;
import holdfast.model.ErrorCode;
import holdfast.model.InvalidRequestException;
import holdfast.model.Prefix;
import holdfast.model.RequestId;
import holdfast.store.DocumentStore;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The tokens that open the servers of the store. A new one is shown in the answer, once, and nowhere else. */
final class TokenRoutes {
    private static final InstantSource CLOCK = InstantSource.system();

    private final Optional<Tokens> tokens;
    private final Recorder recorder;

    TokenRoutes(Optional<DocumentStore> documents, Recorder recorder) {
        this.tokens = documents.map(kept -> new Tokens(kept, CLOCK));
        this.recorder = recorder;
    }

    void addTo(Routes routes) {
        routes.get("/v1/tokens", this::list)
                .postNamed("/v1/tokens", this::create)
                .delete("/v1/tokens/{token_id}", this::revoke);
    }

    /** Whoever makes a token could make one for everything. */
    private Tokens tokens(Call call) {
        call.require(Deed.ADMINISTER, Prefix.EVERYTHING);
        return tokens.orElseThrow(
                () -> new Problem(ErrorCode.LOCK_NOT_FOUND, "this server keeps no tokens"));
    }

    private Reply list(Call call) {
        Tokens kept = tokens(call);
        call.query().end();
        List<TokenRecord> all = kept.list();
        Instant now = CLOCK.instant();
        return Reply.json(
                Statuses.OK,
                json ->
                        Json.array(
                                json,
                                "tokens",
                                all,
                                (out, token) -> TokenFields.write(out, token, now)));
    }

    private Reply create(Call call) {
        Tokens kept = tokens(call);
        Fields body = call.body();
        String name = body.requiredText("name");
        List<Grant> grants = grants(body);
        Duration expires = body.seconds("expires_after_seconds").orElse(null);
        String by = by(call, body.text("by"));
        RequestId request = call.keyOr(body.text("request_id"));
        body.end();
        Tokens.Created created = kept.create(new Tokens.Wish(name, grants, by, expires), request);
        recorder.madeToken(created, call.caller().identity());
        return Reply.json(
                        Statuses.CREATED,
                        json -> {
                            json.writeStringProperty("token", created.token().reveal());
                            TokenFields.write(json, created.record(), CLOCK.instant());
                        })
                .withHeader("Cache-Control", "no-store");
    }

    private static List<Grant> grants(Fields body) {
        var grants = new ArrayList<Grant>();
        for (Fields grant : body.objects("grants")) {
            Role role =
                    grant.word("role", Role.class)
                            .orElseThrow(
                                    () -> new InvalidRequestException("field 'role' is missing"));
            List<String> prefixes = grant.textList("prefixes");
            grant.end();
            grants.add(new Grant(role, below(prefixes)));
        }
        return grants;
    }

    private static Set<Prefix> below(List<String> prefixes) {
        return prefixes.isEmpty()
                ? Set.of(Prefix.EVERYTHING)
                : prefixes.stream().map(FreezeRoutes::prefix).collect(Collectors.toSet());
    }

    private Reply revoke(Call call) {
        Tokens kept = tokens(call);
        Query query = call.query();
        String by = by(call, query.text("by"));
        query.end();
        TokenRecord revoked =
                kept.revoke(call.pathValue("token_id"), by)
                        .orElseThrow(() ->
                                new Problem(
                                        ErrorCode.LOCK_NOT_FOUND,
                                        "there is no token with this id"));
        recorder.revokedToken(revoked, new Recorder.Doer(by, call.caller().identity()));
        return Reply.json(Statuses.OK, json -> TokenFields.write(json, revoked, CLOCK.instant()));
    }

    /** Only where nobody has a credential can anybody say who it is. */
    private static String by(Call call, Optional<String> said) {
        return call.isTrusted() ? said.orElse(call.caller().name()) : call.caller().name();
    }
}
