package holdfast.store.records;

import holdfast.model.AuditEntry;
import holdfast.model.Claim;
import holdfast.model.Ending;
import holdfast.model.EngineId;
import holdfast.model.Fate;
import holdfast.model.Freeze;
import holdfast.model.Hold;
import holdfast.model.LockId;
import holdfast.model.Mode;
import holdfast.model.Note;
import holdfast.model.Owner;
import holdfast.model.OwnerId;
import holdfast.model.Prefix;
import holdfast.model.Priority;
import holdfast.model.RequestId;
import holdfast.model.Resource;
import holdfast.model.Root;
import holdfast.model.Standing;
import holdfast.model.StoreTime;
import holdfast.model.SubPath;
import holdfast.model.Terms;
import holdfast.model.Ticket;
import holdfast.model.Token;
import holdfast.model.Waiter;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Values of every shape, drawn from a seed. */
final class Samples {
    /** Characters that JSON, UTF-8 and UTF-16 treat differently; none that a name may not have. */
    private static final List<String> CHARACTERS =
            List.of(
                    "a", "Z", "0", "-", "_", "\"", "\\", "é", "ß", "€", "字", "😀", "𝄞", "<", "&",
                    "'", "{", "}", ",", ":");

    private final Random random;

    Samples(long seed) {
        random = new Random(seed);
    }

    Hold hold() {
        Resource resource = resource();
        return new Hold(
                lock(),
                new Token(positive()),
                resource,
                one(Mode.values()),
                owner(),
                some(3, () -> claim(resource.root())),
                terms(),
                one(Standing.values()),
                one(Priority.values()),
                note(),
                new EngineId(name()),
                time(),
                time(),
                time());
    }

    Waiter waiter() {
        return new Waiter(
                new Ticket(positive()),
                random.nextLong(),
                claim(new Root(name())),
                owner(),
                terms(),
                one(Priority.values()),
                note(),
                new EngineId(name()),
                time(),
                time());
    }

    Fate.Ended fate() {
        return random.nextBoolean()
                ? new Fate.Ended(lock(), new Token(positive()), ending())
                : new Fate.Ended(null, null, ending());
    }

    Freeze freeze() {
        return new Freeze(
                name(),
                random.nextInt(4) == 0 ? Prefix.EVERYTHING : new Prefix(resource().text()),
                name(),
                text(),
                time(),
                time(),
                Set.copyOf(new HashSet<>(some(3, this::name))));
    }

    AuditEntry audit() {
        return new AuditEntry(name(), name(), text(), resource(), texts());
    }

    private Ending ending() {
        List<Supplier<Ending>> kinds =
                List.of(
                        Ending.Released::new,
                        Ending.Expired::new,
                        Ending.Unconfirmed::new,
                        () -> new Ending.Forced(name(), text()),
                        () -> new Ending.Transferred(owner()),
                        () -> new Ending.Cancelled(text()),
                        () -> new Ending.Aborted(some(4, () -> new OwnerId(name()))));
        return kinds.get(random.nextInt(kinds.size())).get();
    }

    private Claim claim(Root root) {
        return new Claim(
                new RequestId(name()), new Resource(root, path(), key()), one(Mode.values()));
    }

    private Resource resource() {
        return new Resource(new Root(name() + "/" + name()), path(), key());
    }

    private SubPath path() {
        return random.nextInt(3) == 0 ? SubPath.WHOLE : new SubPath(name() + "/" + name());
    }

    private @Nullable String key() {
        return random.nextInt(3) == 0 ? text() : null;
    }

    private Owner owner() {
        return new Owner(new OwnerId(name()), name(), texts());
    }

    private Terms terms() {
        return new Terms(
                Duration.ofNanos(positive() >> 20),
                random.nextBoolean() ? Duration.ofNanos(positive() >> 20) : null);
    }

    private Note note() {
        return new Note(text(), texts());
    }

    private Map<String, String> texts() {
        var texts = new HashMap<String, String>();
        some(4, this::name).forEach(name -> texts.put(name, text()));
        return texts;
    }

    private LockId lock() {
        return LockId.of(time(), "owner-" + random.nextInt(100), random.nextInt());
    }

    private StoreTime time() {
        return new StoreTime(positive() >> 1);
    }

    private long positive() {
        return (random.nextLong() >>> 1) | 1;
    }

    /** A text that may be empty and may have several lines. */
    private String text() {
        return String.join(random.nextBoolean() ? "\n" : "\t", some(3, this::name));
    }

    private String name() {
        var name = new StringBuilder();
        Stream.generate(() -> one(CHARACTERS.toArray(String[]::new)))
                .limit(1 + random.nextInt(12))
                .forEach(name::append);
        return name.toString();
    }

    private <T> List<T> some(int most, Supplier<T> each) {
        return Stream.generate(each).limit(random.nextInt(most + 1)).toList();
    }

    private <T> T one(T[] of) {
        return of[random.nextInt(of.length)];
    }
}
