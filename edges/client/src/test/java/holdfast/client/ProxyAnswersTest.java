package holdfast.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import holdfast.store.StoreException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a proxy before the servers says when they are away or busy. It is no JSON. */
@Timeout(60)
final class ProxyAnswersTest {
    private static final String PAGE = "<html><body>Bad Gateway</body></html>";
    private static final String GOOD = "{\"locks\":[]}";

    private final Deque<Transport.Answer> answers = new ArrayDeque<>();
    private final Api api =
            new Api(
                    ClientSettings.of("http://127.0.0.1:1"),
                    new Transport() {
                        @Override
                        public Answer send(Message message) {
                            return answers.size() == 1 ? answers.getFirst() : answers.removeFirst();
                        }

                        @Override
                        public void close() {}
                    });

    private void says(int status, String body) {
        answers.add(
                new Transport.Answer(
                        status, body.getBytes(StandardCharsets.UTF_8), Optional.of("0")));
    }

    @ParameterizedTest
    @ValueSource(ints = {429, 500, 502, 503, 504})
    void itIsAskedAgain(int status) throws InterruptedException {
        says(status, PAGE);
        says(200, GOOD);

        assertThat(api.ask(Request.post("/v1/locks", "{}")).status()).isEqualTo(200);
    }

    @Test
    void nobodyKnowsWhatBecameOfAChange() {
        says(502, PAGE);

        assertThatThrownBy(() -> api.ask(Request.post("/v1/locks", "{}")))
                .isInstanceOf(StoreException.OutcomeUnknown.class)
                .hasMessageContaining("502");
    }

    @Test
    void aLookThatFailedChangedNothing() {
        says(502, PAGE);

        assertThatThrownBy(() -> api.ask(Request.get("/v1/locks")))
                .isInstanceOf(StoreException.Unavailable.class);
    }

    @Test
    void aQueueThatIsFullIsStillAnAnswer() throws InterruptedException {
        says(429, "{\"code\":\"QUEUE_FULL\"}");

        assertThat(api.ask(Request.post("/v1/locks", "{}")).status()).isEqualTo(429);
    }

    @Test
    void whatNoServerSaysIsStillToldAsThat() {
        for (int status : List.of(200, 404)) {
            answers.clear();
            says(status, PAGE);

            assertThatThrownBy(() -> api.ask(Request.post("/v1/locks", "{}")))
                    .isInstanceOf(StoreException.Corrupted.class);
        }
    }
}
