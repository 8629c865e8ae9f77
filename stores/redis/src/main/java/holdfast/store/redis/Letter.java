package holdfast.store.redis;

import holdfast.model.EngineId;
import holdfast.model.RequestId;
import holdfast.model.Root;
import holdfast.model.StoreTime;
import holdfast.model.Token;
import holdfast.store.Commit;
import holdfast.store.Notice;
import holdfast.store.Stamp;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A notice as it is published, in lines: the root, the commit's first number and its time, and for each offer by how much its token is
 * more, the hash of its draft if the store vouches for it, and its request.
 */
final class Letter {
    private static final Stamp UNSTAMPED = new Stamp(new StoreTime(0), 1, 0, Set.of());
    private static final String NOT_VOUCHED_FOR = "-";

    private Letter() {}

    /** What a commit is to tell an engine, before anyone knows its numbers. */
    static Notice unstamped(Commit commit, EngineId told) {
        return Notice.of(commit, UNSTAMPED, told);
    }

    /** The lines of the offers, which the script puts behind root, number and time. */
    static String offers(Notice unstamped) {
        var lines = new StringBuilder();
        for (Notice.Offer offer : unstamped.offers()) {
            Notice.Made made = offer.made();
            lines.append('\n')
                    .append(offer.token().value() - UNSTAMPED.firstNumber())
                    .append(' ')
                    .append(made == null ? NOT_VOUCHED_FOR : Integer.toString(made.hash()))
                    .append(' ')
                    .append(offer.request());
        }
        return lines.toString();
    }

    static Notice read(String letter) {
        String[] lines = letter.split("\n");
        String[] stamp = lines[1].split(" ");
        List<Notice.Offer> offers = new ArrayList<>();
        for (int i = 2; i < lines.length; i++) {
            String[] words = lines[i].split(" ", 3);
            offers.add(
                    new Notice.Offer(
                            new RequestId(words[2]),
                            new Token(Long.parseLong(stamp[0]) + Long.parseLong(words[0])),
                            words[1].equals(NOT_VOUCHED_FOR)
                                    ? null
                                    : new Notice.Made(
                                            Micros.time(stamp[1]), Integer.parseInt(words[1]))));
        }
        return new Notice(new Root(lines[0]), offers);
    }
}
