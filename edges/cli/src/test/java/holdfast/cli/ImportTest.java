package holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.state.LockTable;
import holdfast.state.Origin;
import holdfast.state.StateName;
import holdfast.state.StateSettings;
import holdfast.state.States;
import holdfast.store.memory.MemoryDocumentStore;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What is taken over from another tool that may be at work meanwhile. */
@ParameterizedClass
@EnumSource(CliScene.Locks.class)
final class ImportTest {
    private final CliScene scene;
    private final MemoryDocumentStore documents = new MemoryDocumentStore();
    private final States states =
            new States(documents, StateSettings.DEFAULT, InstantSource.system());

    ImportTest(CliScene.Locks locks) {
        scene = new CliScene(locks, CliScene.keeping(documents).with(states));
    }

    @AfterEach
    void end() {
        scene.close();
    }

    private static String state(int serial) {
        return "{\"version\":4,\"serial\":%d,\"lineage\":\"l\"}".formatted(serial);
    }

    /** A place where each look finds the next of these states, and the last one from then on. */
    private static class Changing implements Origin {
        private final ArrayDeque<String> bodies;

        Changing(ArrayDeque<String> bodies) {
            this.bodies = bodies;
        }

        Changing(String... bodies) {
            this(new ArrayDeque<>(List.of(bodies)));
        }

        @Override
        public Optional<byte[]> read(String path) {
            if (!path.endsWith("net.tfstate")) {
                return Optional.empty();
            }
            String body = bodies.size() > 1 ? bodies.remove() : bodies.element();
            return Optional.of(body.getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public List<String> list(String folder) {
            return List.of();
        }

        @Override
        public String place(String path) {
            return "s3://acme/" + path;
        }

        @Override
        public void close() {}
    }

    /** The members of each item of a lock table, by the item's id. */
    private record Items(Map<String, Map<String, String>> items) implements LockTable {
        @Override
        public Optional<String> text(String lockId, String member) {
            return Optional.ofNullable(items.getOrDefault(lockId, Map.of()).get(member));
        }

        @Override
        public boolean has(String lockId) {
            return items.containsKey(lockId);
        }

        @Override
        public void close() {}
    }

    private CliRun taken(int exit, Origin origin, @Nullable LockTable table, String... more) {
        CliRun cli = scene.cli().on(documents).importing(origin, table);
        var arguments = new java.util.ArrayList<>(List.of("state", "import", "terraform:net"));
        arguments.addAll(List.of("--from", "s3://acme/net.tfstate"));
        arguments.addAll(List.of(more));
        assertThat(cli.run(arguments.toArray(String[]::new))).as(cli::err).isEqualTo(exit);
        return cli;
    }

    /** It locked after the first look for locks, and was gone before the second. */
    @Test
    void whatAWholeRunReplacedWhileItWasReadIsTakenAsTheRunLeftIt() {
        taken(0, new Changing(state(1), state(2)), null);

        assertThat(states.load(StateName.terraform("net")).orElseThrow().body())
                .asString(StandardCharsets.UTF_8)
                .isEqualTo(state(2));
    }

    /** It had locked since the first look for locks, wrote when all was read, and was gone before the second look. */
    @Test
    void whatARunReplacedJustBeforeTheLastLookForItsLockIsTakenAsTheRunLeftIt() {
        var looks = new AtomicInteger();
        var bodies = new ArrayDeque<>(List.of(state(1)));
        var origin =
                new Changing(bodies) {
                    @Override
                    public Optional<byte[]> read(String path) {
                        if (path.endsWith(".tflock") && looks.incrementAndGet() == 2) {
                            bodies.add(state(2));
                            bodies.remove();
                        }
                        return super.read(path);
                    }
                };

        taken(0, origin, null);

        assertThat(states.load(StateName.terraform("net")).orElseThrow().body())
                .asString(StandardCharsets.UTF_8)
                .isEqualTo(state(2));
    }

    @Test
    void whatChangesFromLookToLookIsNotTakenOver() {
        CliRun cli = taken(64, new Changing(state(1), state(2), state(3), state(4)), null);

        assertThat(cli.err()).contains("s3://acme/net.tfstate changed while it was read");
        assertThat(states.names()).isEmpty();
    }

    @Test
    void anItemOfTheLockTableIsALockWhateverItSays() {
        var table = new Items(Map.of("acme/net.tfstate", Map.of()));

        CliRun cli = taken(73, new Changing(state(1)), table, "--lock-table", "dynamodb:t");

        assertThat(cli.err()).contains("item 'acme/net.tfstate' of the lock table");
    }

    /** Terraform keeps the digest of each state in an item of its own, which stays when nobody works. */
    @Test
    void theDigestOfAStateIsNoLockOnItNorOnTheStateThatIsNamedLikeIt() {
        var table = new Items(Map.of("acme/net.tfstate-md5", Map.of("Digest", "0")));
        var locks = List.of("acme/net.tfstate", "acme/net.tfstate-md5");

        for (String id : locks) {
            var source =
                    new holdfast.state.TerraformOrigin(
                            new Changing(state(1)), "net.tfstate", id, table);
            assertThat(source.locks()).as(id).isEmpty();
        }
    }
}
