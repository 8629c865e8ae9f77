package holdfast.store.redis;

import holdfast.model.Hold;
import holdfast.model.LockId;
import holdfast.model.OwnerId;
import holdfast.model.Root;
import holdfast.model.Waiter;
import holdfast.store.AuditRecord;
import holdfast.store.HoldCursor;
import holdfast.store.HoldPage;
import holdfast.store.records.AuditJson;
import io.lettuce.core.KeyValue;
import io.lettuce.core.Limit;
import io.lettuce.core.Range;
import io.lettuce.core.Range.Boundary;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.ScanCursor;
import io.lettuce.core.ScoredValue;
import io.lettuce.core.output.IntegerOutput;
import io.lettuce.core.output.ValueListOutput;
import io.lettuce.core.output.ValueOutput;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Lists over many roots, page by page from the indexes of all shards, so that no single command keeps Redis busy for long. */
final class Listings {
    private static final int PAGE = 500;

    /** Roots that were given back are still among them. */
    private static final int SOME = 64;

    private static final ScanArgs SCANNED = ScanArgs.Builder.limit(PAGE);
    private static final long LAPSED = 1;
    private static final long VANISHED = -1;
    private static final String HELD = "h";
    private static final String WAITED_FOR = "w";

    private final RedisLink<String> link;
    private final Scripts scripts;

    Listings(RedisLink<String> link, Scripts scripts) {
        this.link = link;
        this.scripts = scripts;
    }

    HoldPage holds(@Nullable HoldCursor after, int limit) {
        var holds = new ArrayList<Hold>();
        Boundary<String> from =
                Boundary.including(HELD + (after == null ? "" : after.root().text()));
        while (holds.size() < limit) {
            List<Root> roots = roots(HELD, from, Math.clamp(limit - holds.size(), SOME, PAGE));
            if (roots.isEmpty()) {
                break;
            }
            holdsOf(roots).stream().filter(hold -> isBehind(hold, after)).forEach(holds::add);
            from = Boundary.excluding(HELD + roots.getLast().text());
        }
        return new HoldPage(
                Micros.time(link.look(now())), holds.subList(0, Math.min(limit, holds.size())));
    }

    private Future<String> now() {
        return link.run(
                scripts.now, ValueOutput::new, List.of(link.first().clock()), new String[0]);
    }

    private static boolean isBehind(Hold hold, @Nullable HoldCursor after) {
        return after == null
                || !hold.resource().root().equals(after.root())
                || hold.token().compareTo(after.token()) > 0;
    }

    private List<Hold> holdsOf(List<Root> roots) {
        var answers =
                roots.stream().map(root -> link.commands().hgetall(keys(root).state())).toList();
        var holds = new ArrayList<Hold>();
        for (int i = 0; i < roots.size(); i++) {
            holds.addAll(Replies.holds(roots.get(i), link.look(answers.get(i))));
        }
        return holds;
    }

    List<Root> waitingRoots(@Nullable Root after, int limit) {
        Boundary<String> from =
                after == null
                        ? Boundary.including(WAITED_FOR)
                        : Boundary.excluding(WAITED_FOR + after.text());
        return roots(WAITED_FOR, from, limit);
    }

    /** The next roots with this mark, in order. */
    private List<Root> roots(String mark, Boundary<String> from, int limit) {
        var to = Boundary.excluding(Character.toString(mark.charAt(0) + 1));
        var page = Limit.create(0, limit);
        return inEveryShard(shard ->
                        link.commands().zrangebylex(shard.index(), Range.from(from, to), page))
                .stream()
                .flatMap(List::stream)
                .map(member -> new Root(member.substring(1)))
                .sorted()
                .limit(limit)
                .toList();
    }

    List<Waiter> queue(Root root, int limit) {
        var waiters = new ArrayList<Waiter>();
        Boundary<String> from = Boundary.including("q");
        while (waiters.size() < limit) {
            var range = Range.from(from, Boundary.excluding("r"));
            var page = Limit.create(0, Math.min(PAGE, limit - waiters.size()));
            List<String> members =
                    link.look(link.commands().zrangebylex(keys(root).queue(), range, page));
            if (members.isEmpty()) {
                break;
            }
            waiters.addAll(waiters(root, members));
            from = Boundary.excluding(members.getLast());
        }
        return waiters;
    }

    /** Who left between two commands is left out. */
    private List<Waiter> waiters(Root root, List<String> members) {
        String[] tickets =
                members.stream()
                        .map(member -> member.substring(member.length() - 16))
                        .toArray(String[]::new);
        var names = new ArrayList<String>();
        for (String ticket : tickets) {
            names.add(ticket);
            names.add(ticket + "b");
        }
        var stored = link.commands().hmget(keys(root).waiting(), names.toArray(String[]::new));
        var ends = link.look(link.commands().zmscore(keys(root).places(), tickets));
        var values = link.look(stored);
        var waiters = new ArrayList<Waiter>();
        for (int i = 0; i < tickets.length; i++) {
            var frame = values.get(2 * i);
            var body = values.get(2 * i + 1);
            Double end = ends.get(i);
            if (frame.hasValue() && body.hasValue() && end != null) {
                waiters.add(
                        Replies.waiter(
                                root,
                                new Replies.StoredWaiter(
                                        tickets[i],
                                        end.toString(),
                                        frame.getValue(),
                                        body.getValue())));
            }
        }
        return waiters;
    }

    Optional<Root> rootOf(LockId lock) {
        return Optional.ofNullable(rootsOf(Set.of(lock)).get(lock));
    }

    Map<LockId, Root> rootsOf(Set<LockId> locks) {
        var roots = new HashMap<LockId, Root>();
        List<String> ids = locks.stream().map(LockId::text).toList();
        for (int from = 0; from < ids.size(); from += PAGE) {
            String[] page =
                    ids.subList(from, Math.min(ids.size(), from + PAGE)).toArray(String[]::new);
            var found = inEveryShard(shard -> link.commands().hmget(shard.locks(), page));
            for (int i = 0; i < found.size(); i++) {
                Shard shard = link.shards().get(i);
                found.get(i).stream()
                        .filter(KeyValue::hasValue)
                        .forEach(one ->
                                roots.put(new LockId(one.getKey()), shard.rootOf(one.getValue())));
            }
        }
        return roots;
    }

    Set<Root> entangling(OwnerId owner) {
        String mark = "o" + owner.text();
        var range =
                Range.from(Boundary.including(mark + "\n"), Boundary.excluding(mark + "\u000b"));
        return inEveryShard(shard -> link.commands().zrangebylex(shard.index(), range)).stream()
                .flatMap(List::stream)
                .map(member -> new Root(member.split("\n", 3)[1]))
                .collect(Collectors.toSet());
    }

    /** The index says where something may have lapsed, and what may be held; where nothing is, it is put right. */
    List<Root> lapsed(int limit) {
        var lapsed = new ArrayList<Root>();
        for (Shard shard : link.shards()) {
            var seen = new HashSet<Root>();
            List<Root> candidates = candidates(shard, limit);
            while (lapsed.size() < limit && seen.addAll(candidates)) {
                lapsed.addAll(confirmed(shard, candidates, lapsed));
                candidates = candidates(shard, limit);
            }
        }
        return lapsed.subList(0, Math.min(limit, lapsed.size()));
    }

    private List<Root> candidates(Shard shard, int limit) {
        Future<List<String>> answer =
                link.run(
                        scripts.ends,
                        ValueListOutput::new,
                        List.of(shard.clock(), shard.ends()),
                        new String[] {Integer.toString(limit)});
        return link.look(answer).stream().map(Root::new).toList();
    }

    private List<Root> confirmed(Shard shard, List<Root> candidates, List<Root> known) {
        List<Root> asked = candidates.stream().filter(root -> !known.contains(root)).toList();
        var answers =
                asked.stream()
                        .map(shard::root)
                        .map(keys ->
                                link.<Long>run(
                                        scripts.lapsed,
                                        IntegerOutput::new,
                                        keys.all(),
                                        CommitCall.of(keys, List.of()).args()))
                        .toList();
        var confirmed = new ArrayList<Root>();
        for (int i = 0; i < asked.size(); i++) {
            long state = link.look(answers.get(i));
            if (state == LAPSED) {
                confirmed.add(asked.get(i));
            } else if (state == VANISHED) {
                forget(shard, asked.get(i));
            }
        }
        return confirmed;
    }

    /** A hold that nobody swept for a week has gone with its keys: what still leads to it goes too. */
    private void forget(Shard shard, Root root) {
        RootKeys keys = shard.root(root);
        ScanCursor cursor = ScanCursor.INITIAL;
        while (!cursor.isFinished()) {
            var page = link.look(link.commands().zscan(shard.index(), cursor, SCANNED));
            forget(
                    keys,
                    "ZREM",
                    page.getValues().stream()
                            .map(ScoredValue::getValue)
                            .filter(mark -> leadsTo(mark, root.text())));
            cursor = page;
        }
        cursor = ScanCursor.INITIAL;
        while (!cursor.isFinished()) {
            var page = link.look(link.commands().hscan(shard.locks(), cursor, SCANNED));
            forget(
                    keys,
                    "HDEL",
                    page.getMap().entrySet().stream()
                            .filter(lock -> lock.getValue().equals(keys.state()))
                            .map(Map.Entry::getKey));
            cursor = page;
        }
    }

    private void forget(RootKeys keys, String command, Stream<String> marks) {
        List<String> texts = Stream.concat(Stream.of(command), marks).toList();
        link.look(
                link.<Long>run(
                        scripts.forget,
                        IntegerOutput::new,
                        keys.all(),
                        CommitCall.of(keys, texts).args()));
    }

    private static boolean leadsTo(String mark, String root) {
        return mark.equals(HELD + root)
                || mark.equals(WAITED_FOR + root)
                || mark.contains("\n" + root + "\n");
    }

    List<AuditRecord> audit(int limit) {
        return inEveryShard(shard -> link.commands().lrange(shard.trail(), 0, limit - 1L)).stream()
                .flatMap(List::stream)
                .map(Listings::auditRecord)
                .sorted(Comparator.comparing(AuditRecord::at).reversed())
                .limit(limit)
                .toList();
    }

    private static AuditRecord auditRecord(String stored) {
        int space = stored.indexOf(' ');
        return new AuditRecord(
                Micros.time(stored.substring(0, space)),
                AuditJson.read(stored.substring(space + 1)));
    }

    /** Asks all shards at once. */
    private <T> List<T> inEveryShard(Function<Shard, ? extends Future<T>> question) {
        return link.shards().stream().map(question).toList().stream().map(link::look).toList();
    }

    private RootKeys keys(Root root) {
        return link.shardOf(root.text()).root(root);
    }
}
