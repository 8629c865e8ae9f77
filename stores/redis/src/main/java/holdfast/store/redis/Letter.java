package holdfast.store.redis;

import holdfast.model.EngineId;
import holdfast.model.RequestId;
import holdfast.model.Root;
import holdfast.model.Token;
import holdfast.store.Commit;
import holdfast.store.Notice;
import java.util.ArrayList;
import java.util.List;

/**
 * A notice as it is published, in lines: the root, the commit's first number, and for each offer by how much its token is more, and its
 * request.
 */
final class Letter {
    private Letter() {}

    /** The lines of the offers, which the script puts behind root and number. */
    static String unnumbered(Commit commit, EngineId told) {
        var lines = new StringBuilder();
        for (Notice.Offer offer : Notice.of(commit, 1, told).offers()) {
            lines.append('\n')
                    .append(offer.token().value() - 1)
                    .append(' ')
                    .append(offer.request());
        }
        return lines.toString();
    }

    static Notice read(String letter) {
        String[] lines = letter.split("\n");
        var root = new Root(lines[0]);
        List<Notice.Offer> offers = new ArrayList<>();
        for (int i = 2; i < lines.length; i++) {
            String[] words = lines[i].split(" ", 2);
            long token = Long.parseLong(lines[1]) + Long.parseLong(words[0]);
            offers.add(new Notice.Offer(new RequestId(words[1]), new Token(token)));
        }
        return new Notice(root, offers);
    }
}
