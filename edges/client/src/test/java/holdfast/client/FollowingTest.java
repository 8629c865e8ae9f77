package holdfast.client;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.model.Claim;
import holdfast.model.EngineId;
import holdfast.model.Hold;
import holdfast.model.HoldDraft;
import holdfast.model.Mode;
import holdfast.model.Note;
import holdfast.model.Owner;
import holdfast.model.OwnerId;
import holdfast.model.Priority;
import holdfast.model.RequestId;
import holdfast.model.Resource;
import holdfast.model.Standing;
import holdfast.model.StoreTime;
import holdfast.model.Terms;
import holdfast.model.Token;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

final class FollowingTest {
    private final List<Long> asked = new CopyOnWriteArrayList<>();

    private final Transport atOnce =
            new Transport() {
                @Override
                public Answer send(Message message) {
                    asked.add(System.nanoTime());
                    return new Answer(
                            200,
                            "{\"over\":[]}".getBytes(StandardCharsets.UTF_8),
                            Optional.empty());
                }

                @Override
                public void close() {}
            };

    private static Hold hold() {
        Resource shop = Resource.parse("shop");
        Terms terms = Terms.of(Duration.ofMinutes(1));
        return new HoldDraft(
                        shop,
                        Mode.EXCLUSIVE,
                        new Owner(new OwnerId("1"), "alice"),
                        List.of(new Claim(new RequestId("r"), shop, Mode.EXCLUSIVE)),
                        terms,
                        terms.lease(),
                        Standing.CONFIRMED,
                        Priority.NORMAL,
                        Note.NONE,
                        new EngineId("engine"),
                        1)
                .stamped(new StoreTime(1), new Token(7));
    }

    @Test
    void aServerThatLetsNobodyWaitIsAskedOnceASecond() {
        try (var api = new Api(ClientSettings.of("http://127.0.0.1:1"), atOnce)) {
            var following = new Following(api, over -> {});
            List<Hold> held = List.of(hold());
            following.follow(held);
            following.follow(held);

            Scene.await("it is asked again", () -> asked.size() >= 3);
            following.close();
        }

        assertThat(Duration.ofNanos(asked.get(2) - asked.getFirst()))
                .isGreaterThan(Duration.ofMillis(1_900));
    }

    @Test
    void whoseCredentialIsRefusedOnceIsToldOfItsLocksLater() {
        Transport refusing =
                new Transport() {
                    @Override
                    public Answer send(Message message) {
                        asked.add(System.nanoTime());
                        return new Answer(
                                401,
                                "{\"code\":\"PERMISSION_DENIED\"}".getBytes(StandardCharsets.UTF_8),
                                Optional.empty());
                    }

                    @Override
                    public void close() {}
                };
        try (var api = new Api(ClientSettings.of("http://127.0.0.1:1"), refusing)) {
            var following = new Following(api, over -> {});
            List<Hold> held = List.of(hold());
            following.follow(held);
            following.follow(held);

            Scene.await("it is asked again", () -> asked.size() >= 2);
            following.close();
        }
    }
}
