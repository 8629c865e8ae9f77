package holdfast.store.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.dynamodb.local.LocalDynamo;
import holdfast.store.testkit.Await;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** The stand-in for the service keeps what it has answered, as the service does: without that, no history with kills is to be judged. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
final class KilledServiceTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int PARTS = 100;
    private static final String LARGE = "x".repeat(10_000);

    @TempDir private Path folder;

    @Test
    void aTransactionThatWasAnsweredIsThereAfterAKill() {
        try (var server = LocalDynamo.keepingIn(folder)) {
            var address = DynamoAddress.parse("dynamodb:kept?timeout=60s&" + server.settings());
            TestDynamo.createWithoutEnds(address);
            try (var link = DynamoLink.open(address, null)) {
                var parts =
                        IntStream.range(0, PARTS)
                                .mapToObj(i -> put(address.table(), "root-" + i))
                                .toList();
                link.write(
                        service -> service.transactWriteItems(write -> write.transactItems(parts)));

                server.restart();

                Await.until(PATIENCE, () -> link.get(address.table(), key("none")).isEmpty());
                assertThat(link.get(address.table(), key("root-0"))).isNotEmpty();
            }
        }
    }

    private static Map<String, AttributeValue> key(String root) {
        return Map.of(RootItems.KEY, Attributes.text(root));
    }

    private static TransactWriteItem put(String table, String root) {
        return TransactWriteItem.builder()
                .put(
                        Put.builder()
                                .tableName(table)
                                .item(
                                        Map.of(
                                                RootItems.KEY,
                                                Attributes.text(root),
                                                "large",
                                                Attributes.text(LARGE)))
                                .build())
                .build();
    }
}
