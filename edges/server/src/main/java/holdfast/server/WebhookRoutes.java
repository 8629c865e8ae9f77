package holdfast.server;

import holdfast.model.ErrorCode;
import holdfast.model.Prefix;
import holdfast.notify.DeadLetters;
import holdfast.notify.Notifier;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;

/** Messages that no webhook took, to be looked at, sent again or forgotten. */
final class WebhookRoutes {
    private static final int LIMIT = 100;
    private static final int LIMIT_MAX = 1_000;

    private final Optional<Notifier> notifier;
    private final Optional<DeadLetters> letters;

    /** Another server of the store may have webhooks that this one has not. */
    WebhookRoutes(Beside beside) {
        this.notifier = beside.notifier();
        this.letters =
                notifier.map(Notifier::deadLetters)
                        .or(() -> beside.documents().map(DeadLetters::new));
    }

    void addTo(Routes routes) {
        routes.get("/v1/webhooks/dead-letters", this::list)
                .post("/v1/webhooks/{webhook}/dead-letters/{letter_id}/resend", this::resend)
                .delete("/v1/webhooks/{webhook}/dead-letters/{letter_id}", this::forget);
    }

    private DeadLetters letters(Call call) {
        call.require(Deed.ADMINISTER, Prefix.EVERYTHING);
        return letters.orElseThrow(
                () -> new Problem(ErrorCode.LOCK_NOT_FOUND, "this server has no webhooks"));
    }

    private Reply list(Call call) {
        DeadLetters kept = letters(call);
        Query query = call.query();
        int limit = query.number("limit", LIMIT, LIMIT_MAX);
        query.end();
        return Reply.json(
                Statuses.OK,
                json -> {
                    json.writeNumberProperty("dropped", notifier.map(Notifier::dropped).orElse(0L));
                    Json.array(json, "dead_letters", kept.list(limit), WebhookRoutes::write);
                });
    }

    private static void write(JsonGenerator json, DeadLetters.DeadLetter letter) {
        json.writeStringProperty("letter_id", letter.id());
        json.writeStringProperty("webhook", letter.webhook());
        json.writeStringProperty("event", letter.event());
        json.writeStringProperty("given_up_at", letter.givenUpAt().toString());
        json.writeNumberProperty("attempts", letter.attempts());
        json.writeStringProperty("why", letter.why());
    }

    private Reply resend(Call call) {
        DeadLetters kept = letters(call);
        call.body().end();
        call.query().end();
        String webhook = call.pathValue("webhook");
        String id = call.pathValue("letter_id");
        call.first().begins("");
        boolean sending = notifier.filter(told -> told.resend(webhook, id)).isPresent();
        // Otherwise the first server that has this webhook, and room, does it.
        if (!sending && !kept.askFor(webhook, id) && call.first().noted().isEmpty()) {
            throw noSuchLetter();
        }
        return Reply.json(Statuses.ACCEPTED, json -> json.writeStringProperty("state", "sending"));
    }

    private Reply forget(Call call) {
        DeadLetters kept = letters(call);
        call.query().end();
        call.first().begins("");
        boolean removed = kept.remove(call.pathValue("webhook"), call.pathValue("letter_id"));
        if (!removed && call.first().noted().isEmpty()) {
            throw noSuchLetter();
        }
        return Reply.json(Statuses.OK, json -> json.writeStringProperty("state", "forgotten"));
    }

    private static Problem noSuchLetter() {
        return new Problem(ErrorCode.LOCK_NOT_FOUND, "there is no such message");
    }
}
