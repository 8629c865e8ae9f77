package holdfast.terraform;

import holdfast.engine.LockEngine;
import holdfast.engine.QueuePosition;
import holdfast.model.Explanation;
import holdfast.model.Hold;
import holdfast.model.Refusal;
import holdfast.model.RequestId;
import holdfast.model.Resource;
import holdfast.model.Standing;
import holdfast.store.RootView;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Tells a client that must wait who is in its way, in the words of its protocol. */
final class Holders {
    private final LockEngine engine;

    Holders(LockEngine engine) {
        this.engine = engine;
    }

    /** @param waiting the client's own request, if it is in line */
    LockInfo inTheWay(Resource resource, @Nullable RequestId waiting) {
        RootView view = engine.look(resource.root());
        Optional<Hold> holder =
                view.holds().stream()
                        .filter(hold -> hold.isLive(view.now()))
                        .filter(hold -> waiting == null || hold.claim(waiting).isEmpty())
                        .findFirst();
        String line = line(resource, waiting, view.waiting());
        return holder.map(hold -> of(hold, line)).orElseGet(() -> nobody(resource, view, line));
    }

    private String line(Resource resource, @Nullable RequestId waiting, int others) {
        if (waiting == null) {
            return others == 0 ? "" : others + " waiting. ";
        }
        return engine.position(resource.root(), waiting)
                .map(QueuePosition::position)
                .map(position -> "Your place in line is " + position + " of " + others + ". ")
                .orElse("");
    }

    /** The whole of what the holder said of itself, and what people want to know beside it. */
    static LockInfo of(Hold hold, String line) {
        LockInfo said = LockInfo.ofMetadata(hold.note().metadata());
        Instant since = hold.acquiredAt().instant();
        boolean isTerraform = !said.id().isEmpty();
        var info = new StringBuilder(line);
        if (hold.standing() == Standing.QUARANTINE) {
            info.append("Shut until ").append(moment(hold.until().instant()));
            info.append(" after a force-unlock. ");
        } else {
            info.append("Held by ").append(hold.owner().name());
            info.append(" since ").append(moment(since)).append(". ");
        }
        if (!hold.note().reason().isEmpty()) {
            info.append("Reason: ").append(hold.note().reason()).append(". ");
        }
        String link = hold.owner().facts().get("link");
        if (link != null) {
            info.append(link).append(' ');
        }
        if (!said.info().isEmpty()) {
            info.append('(').append(said.info()).append(')');
        }
        LockInfo shown =
                isTerraform
                        ? said
                        : new LockInfo(
                                hold.id().text(),
                                "holdfast",
                                "",
                                hold.owner().name(),
                                "",
                                since.toString(),
                                "");
        return shown.saying(info.toString().strip()).createdAtOr(since);
    }

    private static LockInfo nobody(Resource resource, RootView view, String line) {
        Instant now = view.now().instant();
        return new LockInfo(
                "in-line-" + resource.root(),
                "holdfast",
                line + "Others are first in line.",
                "holdfast",
                "",
                now.toString(),
                "");
    }

    static LockInfo frozen(Refusal.Frozen frozen) {
        return new LockInfo(
                "freeze-" + frozen.freeze().id(),
                "freeze",
                Explanation.of(frozen),
                frozen.freeze().by(),
                "",
                frozen.freeze().since().instant().toString(),
                "");
    }

    private static String moment(Instant instant) {
        return instant.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
