package holdfast.store.redis;

import holdfast.store.StoreException;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * Waits, where the settings ask for it, until most replicas have what this connection wrote. Best effort: a failover may still
 * promote a replica that has it not.
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
    void awaitLook() {
        Future<Long> confirmed = ask();
        if (confirmed != null && link.look(confirmed) < most) {
            throw new StoreException.Unavailable(tooFew(), null);
        }
    }

    void awaitWrite() {
        Future<Long> confirmed = ask();
        if (confirmed != null && link.written(confirmed) < most) {
            throw new StoreException.OutcomeUnknown(tooFew(), null);
        }
    }

    /** On the connection that wrote, since it is about what that one wrote. */
    private @Nullable Future<Long> ask() {
        long patience = link.address().settings().timeout().toMillis() / 2;
        return most == 0 ? null : link.commands().waitForReplication(most, patience);
    }

    private String tooFew() {
        return "fewer than "
                + most
                + " replicas of "
                + link.address()
                + " confirmed in time: check that they are connected, or set replicas= to how many there are";
    }
}
