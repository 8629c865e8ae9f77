package holdfast.store.redis;

import holdfast.model.AuditEntry;
import holdfast.model.Freeze;
import holdfast.model.Freezes;
import holdfast.model.StoreTime;
import holdfast.store.FreezeDraft;
import holdfast.store.Predecessor;
import holdfast.store.records.AuditJson;
import holdfast.store.records.FreezeJson;
import io.lettuce.core.output.NestedMultiOutput;
import io.lettuce.core.output.ValueOutput;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Freezes, all in the first shard: {@code since until JSON}, where the times before the JSON count. */
final class FreezeCalls {
    /** In place of a time: whatever is there. */
    private static final String ANY = "*";

    private final RedisLink<String> link;
    private final Scripts scripts;

    FreezeCalls(RedisLink<String> link, Scripts scripts) {
        this.link = link;
        this.scripts = scripts;
    }

    Freezes all() {
        List<Object> reply =
                link.look(
                        link.run(
                                scripts.freezes,
                                NestedMultiOutput::new,
                                List.of(link.first().clock(), link.first().freezes()),
                                new String[0]));
        StoreTime now = Micros.time(Replies.word(reply, 0));
        List<Freeze> active =
                Replies.pairs(Replies.words(reply, 1)).values().stream()
                        .map(FreezeCalls::read)
                        .filter(freeze -> !now.hasReached(freeze.until()))
                        .toList();
        return new Freezes(now, active);
    }

    Optional<Freeze> place(FreezeDraft draft, Predecessor replaced, AuditEntry audit) {
        Freeze unstamped = draft.stamped(new StoreTime(0));
        String lasts = Micros.of(draft.lasts());
        String[] args = {
            draft.id(),
            lasts,
            FreezeJson.write(unstamped),
            AuditJson.write(audit),
            switch (replaced) {
                case Predecessor.Any any -> ANY;
                case Predecessor.None none -> "";
                case Predecessor.Seen seen -> Micros.padded(seen.since().micros());
            }
        };
        @Nullable String since =
                link.written(link.run(scripts.freeze, ValueOutput::new, keys(), args));
        return Optional.ofNullable(since)
                .map(Micros::time)
                .map(at ->
                        stamped(
                                unstamped,
                                at,
                                at.plus(Duration.ofNanos(Long.parseLong(lasts) * 1_000))));
    }

    Optional<Freeze> lift(Freeze seen, AuditEntry audit) {
        @Nullable String lifted =
                link.written(
                        link.run(
                                scripts.thaw,
                                ValueOutput::new,
                                keys(),
                                new String[] {
                                    seen.id(),
                                    AuditJson.write(audit),
                                    Micros.padded(seen.since().micros())
                                }));
        return Optional.ofNullable(lifted).map(FreezeCalls::read);
    }

    private List<String> keys() {
        Shard shard = link.first();
        return List.of(shard.clock(), shard.freezes(), shard.trail());
    }

    private static Freeze read(String stored) {
        String[] parts = stored.split(" ", 3);
        return stamped(FreezeJson.read(parts[2]), Micros.time(parts[0]), Micros.time(parts[1]));
    }

    private static Freeze stamped(Freeze freeze, StoreTime since, StoreTime until) {
        return new Freeze(
                freeze.id(),
                freeze.prefix(),
                freeze.by(),
                freeze.reason(),
                since,
                until,
                freeze.exempt());
    }
}
