package holdfast.store.redis;

import holdfast.model.Root;
import holdfast.store.Commit;
import holdfast.store.StoreException;
import io.lettuce.core.RedisException;
import java.util.List;
import java.util.concurrent.Future;
import java.util.stream.Stream;

/**
 * Waits, where the settings ask for it, until most replicas have what this process wrote to their master. Best effort: a failover may
 * still promote a replica that has it not, and a slot of a cluster may have moved to another master meanwhile.
 */
final class Replication {
    private final RedisLink<String> link;
    private final int most;

    Replication(RedisLink<String> link) {
        this.link = link;
        int replicas = link.address().settings().replicas();
        this.most = replicas == 0 ? 0 : replicas / 2 + 1;
    }

    /** A look tells of earlier commits too, whose answer may have been lost. */
    void awaitLook(Root root) {
        if (most == 0) {
            return;
        }
        for (Future<Long> confirmed : ask(Stream.of(root))) {
            if (link.look(confirmed) < most) {
                throw new StoreException.Unavailable(tooFew(), null);
            }
        }
    }

    void awaitWrite(List<Commit> commits) {
        if (most == 0) {
            return;
        }
        try {
            for (Future<Long> confirmed : ask(commits.stream().map(Commit::root))) {
                if (link.written(confirmed) < most) {
                    throw new StoreException.OutcomeUnknown(tooFew(), null);
                }
            }
        } catch (StoreException.OutcomeUnknown e) {
            throw e;
        } catch (StoreException | RedisException e) {
            // The master has it, whatever became of the question.
            throw new StoreException.OutcomeUnknown(
                    "whether the replicas of "
                            + link.address()
                            + " have what was written is not known: "
                            + e.getMessage(),
                    e);
        }
    }

    /** On the connections that wrote, since it is about what they wrote. */
    private List<? extends Future<Long>> ask(Stream<Root> roots) {
        long patience = link.address().settings().timeout().toMillis() / 2;
        return roots.map(root -> link.shardOf(root.text()))
                .distinct()
                .map(shard -> link.masterOf(shard).waitForReplication(most, patience))
                .toList();
    }

    private String tooFew() {
        return "fewer than "
                + most
                + " replicas of "
                + link.address()
                + " confirmed in time: check that they are connected, or set replicas= to how many there are";
    }
}
