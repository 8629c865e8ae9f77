package holdfast.store.redis;

import holdfast.model.EngineId;
import holdfast.model.RequestId;
import holdfast.model.Root;
import holdfast.model.StoreTime;
import holdfast.model.Token;
import holdfast.store.Commit;
import holdfast.store.Notice;
import holdfast.store.Stamp;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A notice as it is published, in lines: the root, the commit's first number and its time, and for each offer by how much its token is
 * more, the hash of its draft and its microseconds if the store vouches for it, and its request. Of a letter that is written otherwise only the
 * root is read.
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
                    .append(made == null ? NOT_VOUCHED_FOR : vouched(made))
                    .append(' ')
                    .append(offer.request());
        }
        return lines.toString();
    }

    private static String vouched(Notice.Made made) {
        return made.hash() + "," + Micros.count(made.lasts());
    }

    static Notice read(String letter) {
        String[] lines = letter.split("\n");
        try {
            return new Notice(new Root(lines[0]), offers(lines));
        } catch (IndexOutOfBoundsException | IllegalArgumentException e) {
            return new Notice(new Root(lines[0]));
        }
    }

    private static List<Notice.Offer> offers(String[] lines) {
        List<Notice.Offer> offers = new ArrayList<>();
        if (lines.length > 2) {
            String[] stamp = lines[1].split(" ");
            for (String line : List.of(lines).subList(2, lines.length)) {
                String[] words = line.split(" ", 3);
                offers.add(
                        new Notice.Offer(
                                new RequestId(words[2]),
                                new Token(Long.parseLong(stamp[0]) + Long.parseLong(words[0])),
                                made(stamp[1], words[1])));
            }
        }
        return offers;
    }

    private static Notice.@Nullable Made made(String at, String vouched) {
        if (vouched.equals(NOT_VOUCHED_FOR)) {
            return null;
        }
        String[] words = vouched.split(",");
        return new Notice.Made(
                Micros.time(at),
                Duration.of(Long.parseLong(words[1]), ChronoUnit.MICROS),
                Integer.parseInt(words[0]));
    }
}
