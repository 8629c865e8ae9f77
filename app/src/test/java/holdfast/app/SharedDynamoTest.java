package holdfast.app;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.dynamodb.local.LocalDynamo;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Two servers, each a process of its own, on one DynamoDB Local; and clients that each begin with another of them. */
@Timeout(300)
final class SharedDynamoTest {
    @RegisterExtension private final Workshop workshop = new Workshop();

    private final LocalDynamo dynamo = LocalDynamo.start();
    private final Fleet fleet = new Fleet(workshop, Duration.ofSeconds(4));

    @AfterEach
    void close() {
        fleet.close();
        dynamo.close();
    }

    @Test
    void aKilledServerLosesNothingAndWaitersOfBothServersAreServedInTurn() throws Exception {
        Map<String, String> environment =
                Map.of(
                        "HOLDFAST_STORE",
                        "dynamodb:locks?" + dynamo.settings(),
                        "AWS_ACCESS_KEY_ID",
                        "local",
                        "AWS_SECRET_ACCESS_KEY",
                        "local");
        RunningHoldfast made = workshop.start(environment, "store", "create");
        assertThat(made.exitCode()).as(made::toString).isZero();
        fleet.serve(2, environment);

        fleet.loseTheFirst(1);
    }
}
