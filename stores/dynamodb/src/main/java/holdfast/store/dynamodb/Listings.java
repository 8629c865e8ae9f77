package holdfast.store.dynamodb;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import holdfast.model.Hold;
import holdfast.model.LockId;
import holdfast.model.OwnerId;
import holdfast.model.Root;
import holdfast.model.StoreTime;
import holdfast.store.HoldCursor;
import holdfast.store.HoldPage;
import holdfast.store.StoreException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;

/**
 * Lists over all roots. Nobody pays for an index with every lock, so these read a table: that of the waiters, which is small, or for
 * people that of the roots, page by page.
 */
final class Listings {
    private static final Logger LOG = LoggerFactory.getLogger(Listings.class);

    private final DynamoLink link;
    private final RootReader reader;
    private final ReentrantLock mutex = new ReentrantLock();

    /** Where the next look for lapsed roots goes on. */
    @GuardedBy("mutex")
    private Map<String, AttributeValue> lapsedFrom = Map.of();

    @GuardedBy("mutex")
    private @Nullable HoldScan latest;

    Listings(DynamoLink link) {
        this.link = link;
        this.reader = new RootReader(link);
    }

    HoldPage holds(@Nullable HoldCursor after, int limit) {
        HoldScan known = after == null ? null : known(after);
        HoldScan scan = known == null ? scan() : known;
        if (scan.isLongerThan(limit)) {
            keep(scan);
        }
        return scan.page(after, limit);
    }

    private HoldScan scan() {
        long began = System.nanoTime();
        StoreTime[] now = {link.clock().read().earliest()};
        List<Hold> holds = new ArrayList<>();
        eachRoot(item -> {
            StoreTime at = item.numbers().at();
            now[0] = now[0].hasReached(at) ? now[0] : at;
            holds.addAll(item.holds());
        });
        return new HoldScan(now[0], began, holds);
    }

    /** The scan from which a page was taken a moment ago, for who reads on. */
    private @Nullable HoldScan known(HoldCursor after) {
        mutex.lock();
        try {
            forgetOld();
            return latest != null && latest.goesOnAfter(after) ? latest : null;
        } finally {
            mutex.unlock();
        }
    }

    /** Never one that began before another: who reads on must not read of an earlier time. */
    private void keep(HoldScan scan) {
        mutex.lock();
        try {
            if (latest == null || scan.isNewerThan(latest)) {
                latest = scan;
            }
        } finally {
            mutex.unlock();
        }
    }

    @GuardedBy("mutex")
    private void forgetOld() {
        if (latest != null && !latest.isGood(System.nanoTime())) {
            latest = null;
        }
    }

    Optional<Root> rootOf(LockId lock) {
        return Optional.ofNullable(rootsOf(Set.of(lock)).get(lock));
    }

    /** One scan, however many are looked for. */
    Map<LockId, Root> rootsOf(Set<LockId> locks) {
        var found = new HashMap<LockId, Root>();
        if (!locks.isEmpty()) {
            eachRoot(item ->
                    item.holds().stream()
                            .map(Hold::id)
                            .filter(locks::contains)
                            .forEach(lock -> found.put(lock, item.root())));
        }
        return found;
    }

    /** Without reading more than who waits, and the roots that somebody waits for. */
    Set<Root> entangling(OwnerId owner) {
        Set<Root> roots = waitedFor(owner);
        List<Root> others = waitedFor().stream().filter(root -> !roots.contains(root)).toList();
        roots.addAll(
                Together.all(others, reader::item).stream()
                        .filter(item -> isHolder(owner, item))
                        .map(RootItem::root)
                        .toList());
        return roots;
    }

    private static boolean isHolder(OwnerId owner, RootItem item) {
        return item.holds().stream().anyMatch(hold -> hold.owner().id().equals(owner));
    }

    private Set<Root> waitedFor(OwnerId owner) {
        var roots = new HashSet<Root>();
        link.scan(
                queueScan()
                        .filterExpression("#owner = :owner")
                        .projectionExpression("#root")
                        .expressionAttributeNames(
                                Map.of("#root", WaiterItems.ROOT, "#owner", WaiterItems.OWNER))
                        .expressionAttributeValues(Map.of(":owner", Attributes.text(owner.text()))),
                page -> page.forEach(item -> roots.add(rootOf(item))));
        return roots;
    }

    private NavigableSet<Root> waitedFor() {
        var roots = new TreeSet<Root>();
        link.scan(
                queueScan()
                        .projectionExpression("#root")
                        .expressionAttributeNames(Map.of("#root", WaiterItems.ROOT)),
                page -> page.forEach(item -> roots.add(rootOf(item))));
        return roots;
    }

    List<Root> waitingRoots(@Nullable Root after, int limit) {
        NavigableSet<Root> roots = waitedFor();
        return (after == null ? roots : roots.tailSet(after, false)).stream().limit(limit).toList();
    }

    private ScanRequest.Builder queueScan() {
        return ScanRequest.builder().tableName(link.address().queueTable()).consistentRead(true);
    }

    private static Root rootOf(Map<String, AttributeValue> item) {
        return new Root(Attributes.text(item, RootItems.KEY));
    }

    private void eachRoot(Consumer<RootItem> visitor) {
        link.scan(
                ScanRequest.builder().tableName(link.address().table()).consistentRead(true),
                page -> page.forEach(raw -> visit(raw, visitor)));
    }

    /** What others keep in the table is not ours to judge, as long as it is no lock. */
    private void visit(Map<String, AttributeValue> raw, Consumer<RootItem> visitor) {
        Root root;
        try {
            root = rootOf(raw);
        } catch (IllegalArgumentException | StoreException e) {
            LOG.debug("an item whose key is not a root is passed over: {}", e.getMessage());
            return;
        }
        visitor.accept(reader.item(root, raw));
    }

    /** A look at one page of roots each time, since it happens often and is not urgent. */
    List<Root> lapsed(int limit) {
        StoreTime now = link.clock().read().earliest();
        Set<Root> roots = new LinkedHashSet<>();
        link.scan(
                queueScan()
                        .filterExpression("#until <= :now")
                        .projectionExpression("#root")
                        .expressionAttributeNames(
                                Map.of("#root", WaiterItems.ROOT, "#until", WaiterItems.UNTIL))
                        .expressionAttributeValues(
                                Map.of(":now", Attributes.number(now.epochNanos()))),
                page -> page.forEach(item -> roots.add(rootOf(item))));
        lapsedHolds(now).forEach(roots::add);
        return roots.stream().limit(limit).toList();
    }

    private List<Root> lapsedHolds(StoreTime now) {
        long forgotten =
                Math.max(0, now.epochNanos() - RootItems.FORGOTTEN_AFTER.toNanos())
                        / 1_000_000_000L;
        mutex.lock();
        try {
            forgetOld();
            Map<String, AttributeValue> from = lapsedFrom;
            var page =
                    link.look(service ->
                            service.scan(scan ->
                                    scan.tableName(link.address().table())
                                            .exclusiveStartKey(from.isEmpty() ? null : from)
                                            .filterExpression("#due <= :now OR #free < :forgotten")
                                            .expressionAttributeNames(
                                                    Map.of(
                                                            "#due", RootItems.DUE,
                                                            "#free", RootItems.FREE_SINCE))
                                            .expressionAttributeValues(
                                                    Map.of(
                                                            ":now",
                                                            Attributes.number(now.epochNanos()),
                                                            ":forgotten",
                                                            Attributes.number(forgotten)))));
            lapsedFrom = page.lastEvaluatedKey();
            page.items().stream()
                    .filter(item -> item.containsKey(RootItems.FREE_SINCE))
                    .forEach(this::forget);
            return page.items().stream()
                    .filter(item -> item.containsKey(RootItems.DUE))
                    .map(Listings::rootOf)
                    .toList();
        } finally {
            mutex.unlock();
        }
    }

    /** The service's own clearing leaves free roots alone, so this one does it. */
    private void forget(Map<String, AttributeValue> item) {
        try {
            link.write(service ->
                    service.deleteItem(delete ->
                            delete.tableName(link.address().table())
                                    .key(Map.of(RootItems.KEY, item.get(RootItems.KEY)))
                                    .conditionExpression("#revision = :seen")
                                    .expressionAttributeNames(
                                            Map.of("#revision", RootItems.REVISION))
                                    .expressionAttributeValues(
                                            Map.of(":seen", item.get(RootItems.REVISION)))));
        } catch (ConditionalCheckFailedException e) {
            LOG.debug("'{}' is used again", item.get(RootItems.KEY));
        } catch (StoreException e) {
            LOG.debug("'{}' stays for now: {}", item.get(RootItems.KEY), e.getMessage());
        }
    }
}
