package holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import holdfast.Holdfast;
import holdfast.model.AcquireOutcome;
import holdfast.model.ForceUnlockRequest;
import holdfast.model.Hold;
import holdfast.model.Owner;
import holdfast.model.OwnerId;
import holdfast.model.Quarantine;
import holdfast.store.memory.MemoryLockStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class LocksListTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final Owner ALICE = new Owner(new OwnerId("7f3e"), "alice@laptop");

    private final AtomicLong clock = new AtomicLong(NOON.getEpochSecond() * 1_000_000_000L);
    private final MemoryLockStore store = new MemoryLockStore(clock::get);
    private final Holdfast holdfast = Holdfast.on(store);

    @AfterEach
    void close() {
        holdfast.close();
        store.close();
    }

    private Hold held(String resource, Duration lease) throws InterruptedException {
        var outcome =
                holdfast.lock(resource)
                        .ownedBy(ALICE)
                        .lease(lease)
                        .reason("deploy 1.2.3")
                        .metadata("ticket", "OPS-7")
                        .acquireDetached();
        return ((AcquireOutcome.Granted) outcome).hold();
    }

    private void advance(Duration by) {
        clock.addAndGet(by.toNanos());
    }

    private String list(String... arguments) {
        return list(OptionalInt.empty(), arguments);
    }

    private String list(OptionalInt columns, String... arguments) {
        var cli = new CliRun(() -> store, Map.of("NO_COLOR", "1"), columns);
        var all = new String[arguments.length + 2];
        all[0] = "locks";
        all[1] = "list";
        System.arraycopy(arguments, 0, all, 2, arguments.length);
        assertThat(cli.run(all)).isZero();
        assertThat(cli.err()).isEmpty();
        return cli.out();
    }

    private List<Map<String, Object>> json() {
        return JsonObjects.read(list("--output", "json"));
    }

    @Test
    void showsWhoHoldsWhatSinceWhenUntilWhenAndWhy() throws InterruptedException {
        Hold hold = held("shop/production//api", Duration.ofMinutes(1));
        advance(Duration.ofSeconds(12));

        assertThat(list())
                .isEqualTo(
                        """
                        RESOURCE              MODE       STATE     OWNER         PID  SINCE                           HEARTBEAT                       UNTIL                          TOKEN             REASON
                        shop/production//api  exclusive  acquired  alice@laptop  -    2026-03-01T12:00:00Z (12s ago)  2026-03-01T12:00:00Z (12s ago)  2026-03-01T12:01:00Z (in 48s)  %s  deploy 1.2.3
                        """
                                .formatted(hold.token()));
    }

    @Test
    void fitsANarrowTerminal() throws InterruptedException {
        held("shop/production//api", Duration.ofMinutes(1));

        assertThat(list(OptionalInt.of(40)).lines()).first().isEqualTo("shop/production//api");
        assertThat(list(OptionalInt.of(40)).lines())
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(40));
    }

    @Test
    void isATableOfALineALockOnATerminalOfTheUsualWidth() throws InterruptedException {
        held("shop/production//api", Duration.ofMinutes(1));
        held("bakery/production//a-component/with-a-long-name", Duration.ofMinutes(1));

        assertThat(list(OptionalInt.of(80)).lines())
                .hasSize(4)
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80))
                .first()
                .asString()
                .containsSubsequence(
                        "RESOURCE", "STATE", "OWNER", "SINCE", "HEARTBEAT", "UNTIL", "REASON");
    }

    @Test
    void saysSoWhenThereAreNone() {
        assertThat(list()).isEqualTo("No locks.\n");
        assertThat(list("--output", "json")).isEqualTo("[]\n");
    }

    @Test
    void jsonHasEveryFieldUnderItsName() throws InterruptedException {
        Hold hold = held("shop/production", Duration.ofMinutes(1));

        assertThat(json())
                .singleElement()
                .satisfies(lock ->
                        assertThat(lock)
                                .containsOnly(
                                        entry("lock_id", hold.id().text()),
                                        entry("resource", "shop/production"),
                                        entry("mode", "exclusive"),
                                        entry("state", "acquired"),
                                        entry("priority", "normal"),
                                        entry("owner", "alice@laptop"),
                                        entry("owner_id", "7f3e"),
                                        entry("owner_facts", Map.of()),
                                        entry("token", hold.token().value()),
                                        entry("acquired_at", "2026-03-01T12:00:00Z"),
                                        entry("expires_at", "2026-03-01T12:01:00Z"),
                                        entry("last_heartbeat", "2026-03-01T12:00:00Z"),
                                        entry("reason", "deploy 1.2.3"),
                                        entry("metadata", Map.of("ticket", "OPS-7"))));
    }

    @Test
    void aHolderThatIsNotHeardOfIsStaleAndLaterExpired() throws InterruptedException {
        held("shop", Duration.ofMinutes(10));

        advance(Duration.ofMinutes(2).minusNanos(1));
        assertThat(json()).extracting(lock -> lock.get("state")).containsExactly("acquired");
        advance(Duration.ofNanos(1));
        assertThat(json()).extracting(lock -> lock.get("state")).containsExactly("stale");
        advance(Duration.ofMinutes(8));
        assertThat(json()).extracting(lock -> lock.get("state")).containsExactly("expired");
    }

    @Test
    void aForcedLockIsInQuarantine() throws InterruptedException {
        Hold hold = held("shop", Duration.ofMinutes(10));
        holdfast.engine()
                .forceUnlock(
                        hold.resource().root(),
                        new ForceUnlockRequest(
                                Set.of(hold.id()), "bob", "runner died", Quarantine.usual()));

        assertThat(json())
                .singleElement()
                .satisfies(lock -> {
                    assertThat(lock).containsEntry("state", "quarantine");
                    assertThat(String.valueOf(lock.get("reason"))).contains("alice@laptop", "bob");
                });
    }

    @Test
    void aReasonOfSeveralLinesStaysInItsRow() throws InterruptedException {
        holdfast.lock("shop").lease(Duration.ofHours(1)).reason("one\n\ttwo").acquireDetached();

        assertThat(list().lines()).hasSize(2).last().asString().endsWith("one two");
    }

    @Test
    void moreLocksThanOnePageAreAllListed() throws InterruptedException {
        for (int i = 0; i < 1_001; i++) {
            held("shop-" + i, Duration.ofHours(1));
        }

        assertThat(json()).hasSize(1_001).doesNotHaveDuplicates();
    }

    @Test
    void aFilterShowsOnlyWhatItNames() throws InterruptedException {
        held("shop", Duration.ofMinutes(1));
        held("shop/api", Duration.ofHours(1));
        held("shopping", Duration.ofHours(1));
        advance(Duration.ofMinutes(1));

        assertThat(resources("--filter", "status=active")).containsExactly("shop/api", "shopping");
        assertThat(resources("--filter", "status=expired")).containsExactly("shop");
        assertThat(resources("--filter", "resource=shop")).containsExactly("shop", "shop/api");
        assertThat(resources("--filter", "owner=alice@laptop", "--filter", "resource=shop/api"))
                .containsExactly("shop/api");
        assertThat(resources("--filter", "owner=7f3e", "--filter", "mode=shared")).isEmpty();
    }

    private List<Object> resources(String... filters) {
        var arguments = new ArrayList<>(List.of(filters));
        arguments.addAll(List.of("--output", "json"));
        return JsonObjects.read(list(arguments.toArray(String[]::new))).stream()
                .map(lock -> lock.get("resource"))
                .toList();
    }

    @Test
    void coloursAreForTerminalsWithoutNoColor() throws InterruptedException {
        held("shop", Duration.ofMinutes(1));
        var wide = OptionalInt.of(300);
        var coloured = new CliRun(() -> store, Map.of("TERM", "xterm"), wide);
        var plain = new CliRun(() -> store, Map.of("TERM", "xterm", "NO_COLOR", "1"), wide);
        var dumb = new CliRun(() -> store, Map.of("TERM", "dumb"), wide);
        var piped = new CliRun(() -> store, Map.of("TERM", "xterm"));
        List.of(coloured, plain, dumb, piped).forEach(cli -> cli.run("locks", "list"));

        assertThat(coloured.out()).contains("\u001b[32macquired\u001b[0m");
        assertThat(List.of(plain.out(), dumb.out(), piped.out()))
                .allSatisfy(out -> assertThat(out).contains("acquired").doesNotContain("\u001b"));
    }
}
