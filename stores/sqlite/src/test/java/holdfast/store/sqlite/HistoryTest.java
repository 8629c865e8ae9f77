package holdfast.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.store.LockStore;
import holdfast.store.testkit.history.LockHistory;
import holdfast.store.testkit.history.LosingAnswers;
import holdfast.store.testkit.history.ManyClients;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What many clients are told who have one file in common. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
final class HistoryTest {
    private static final int HANDLES = 4;

    private final TestFile file = TestFile.create();
    private final List<LockStore> stores = new ArrayList<>();

    @AfterEach
    void close() {
        stores.forEach(LockStore::close);
        file.remove();
    }

    @Test
    void whateverAnswersAreLostOneLockPerRootCouldHaveToldTheSame() throws Exception {
        for (int i = 0; i < HANDLES; i++) {
            stores.add(SqliteLockStore.open(file.path()));
        }
        List<LockStore> losing = new ArrayList<>();
        for (LockStore store : stores) {
            losing.add(LosingAnswers.around(store, losing.size()));
        }
        var plan = new ManyClients.Plan(20_261_116, 3, 3, 40);
        try (var clients = ManyClients.on(losing, plan)) {
            LockHistory history = clients.whenDone();

            history.verify();
            assertThat(history.grants()).isGreaterThan(100);
            assertThat(history.unknownOutcomes()).isGreaterThan(10);
        }
    }
}
