package holdfast.store.dynamodb;

import holdfast.dynamodb.local.LocalDynamo;
import holdfast.model.StoreTime;
import holdfast.store.testkit.ManualClock;
import java.util.concurrent.atomic.AtomicInteger;

/** One DynamoDB Local for all tests of this process, and tables of their own for each. */
final class TestDynamo {
    private static final AtomicInteger TABLES = new AtomicInteger();

    private TestDynamo() {}

    /** Started by the first who needs it, and ended with the process. */
    private static final class Shared {
        static final LocalDynamo SERVER = LocalDynamo.start();

        /** To make tables with, since a client takes longer to make than a table. */
        static final DynamoLink LINK =
                DynamoLink.open(
                        DynamoAddress.parse("dynamodb:none?timeout=30s&" + SERVER.settings()),
                        null);
    }

    static LocalDynamo server() {
        return Shared.SERVER;
    }

    static DynamoAddress newTables() {
        return newTables("");
    }

    /** @param settings as in {@code &margin=1s} */
    static DynamoAddress newTables(String settings) {
        DynamoAddress address =
                DynamoAddress.parse(
                        "dynamodb:locks-"
                                + TABLES.incrementAndGet()
                                + "?timeout=30s&"
                                + server().settings()
                                + settings);
        DynamoTables.create(address);
        return address;
    }

    /** As {@link #createWithoutEnds} would make them, by a request each: there they are ready at once. */
    static DynamoAddress newTablesWithoutEnds() {
        DynamoAddress address =
                DynamoAddress.parse(
                        "dynamodb:timeless-"
                                + TABLES.incrementAndGet()
                                + "?timeout=30s&"
                                + server().settings());
        Together.all(
                DynamoTables.Table.of(address),
                table ->
                        Shared.LINK.look(
                                service -> service.createTable(DynamoTables.request(table))));
        return address;
    }

    /** DynamoDB Local clears away what has ended within seconds, by its own time. The service takes hours. */
    static void createWithoutEnds(DynamoAddress address) {
        DynamoTables.create(
                address,
                DynamoTables.Table.of(address).stream()
                        .map(table -> new DynamoTables.Table(table.name(), table.keys(), false))
                        .toList());
    }

    /** The same tables by another way. */
    static DynamoAddress through(int port, DynamoAddress address, String settings) {
        return DynamoAddress.parse(
                "dynamodb:" + address.table() + "?" + LocalDynamo.settings(port) + settings);
    }

    /** A clock that is known exactly. */
    static StoreClock exactly(ManualClock clock) {
        return () -> {
            var now = new StoreTime(clock.getAsLong());
            return new StoreClock.Reading(now, now);
        };
    }
}
