package holdfast.store.dynamodb;

import holdfast.model.EngineId;
import holdfast.model.Hold;
import holdfast.model.Root;
import holdfast.model.Standing;
import holdfast.model.StoreTime;
import holdfast.store.Notice;
import holdfast.store.StoreException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A notice for an engine in another process, with the root as the commit left it: the revision, by which whoever was granted something
 * confirms it without a look before, its holds with their tokens and requests, and who is next.
 *
 * @param key in the part of its engine; by time, so that what was read long ago is not read again
 * @param item null if it was too large to be told
 */
record Letter(String key, Root root, @Nullable RootItem item) {
    private static final Duration KEPT_FOR = Duration.ofHours(1);
    private static final String TOLD = "root";

    /** A letter is written by a transaction, which costs two units for each kilobyte. */
    private static final int BYTES_MAX = 4_000;

    private static final int TIME_DIGITS = Records.padded(0).length();

    static String part(EngineId engine) {
        return "notice " + engine.text();
    }

    /** The key of a letter that would come before all that are sent from then on. */
    static String first(long epochNanos) {
        return Records.padded(Math.max(0, epochNanos));
    }

    /** Every letter is one of its own, so that taking one out never takes a newer one along. */
    static Map<String, AttributeValue> write(EngineId engine, RootItem root, StoreTime now) {
        String mark = Long.toString(ThreadLocalRandom.current().nextLong(), Character.MAX_RADIX);
        String key = Records.padded(now.epochNanos()) + " " + mark + " " + root.root().text();
        var letter = new HashMap<>(Records.key(part(engine), key));
        letter.put(Records.EXPIRES, Records.expires(now.plus(KEPT_FOR)));
        Map<String, AttributeValue> told = RootItems.told(root);
        if (root.foreign() == null && Attributes.size(told) <= BYTES_MAX) {
            letter.put(TOLD, AttributeValue.fromM(told));
        }
        return letter;
    }

    static Letter read(Map<String, AttributeValue> letter, RootReader reader) {
        String key = Attributes.text(letter, Records.ITEM);
        var root = new Root(key.substring(key.indexOf(' ', TIME_DIGITS + 1) + 1));
        AttributeValue told = letter.get(TOLD);
        return new Letter(
                key, root, told == null || !told.hasM() ? null : item(root, told.m(), reader));
    }

    private static @Nullable RootItem item(
            Root root, Map<String, AttributeValue> told, RootReader reader) {
        var raw = new HashMap<>(told);
        raw.putAll(RootItems.key(root));
        try {
            return reader.item(root, raw);
        } catch (StoreException e) {
            // The notice counts; what it tells is only a help.
            return null;
        }
    }

    /** With what the engine's waiters were granted and have yet to confirm, as far as it was told. */
    Notice notice(EngineId engine) {
        List<Hold> holds = item == null ? List.of() : item.holds();
        return new Notice(
                root,
                holds.stream()
                        .filter(hold ->
                                hold.standing() == Standing.UNCONFIRMED
                                        && hold.engine().equals(engine))
                        .flatMap(hold ->
                                hold.claims().stream()
                                        .map(claim ->
                                                new Notice.Offer(claim.request(), hold.token())))
                        .toList());
    }

    long epochNanos() {
        return Long.parseLong(key.substring(0, TIME_DIGITS));
    }
}
