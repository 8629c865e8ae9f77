package holdfast.rulebook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import holdfast.model.AcquireRequest;
import holdfast.model.InvalidRequestException;
import holdfast.model.Mode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Rule 11, what of it is pure: the order, and what may be asked for at once. */
final class TogetherTest {
    private static AcquireRequest wish(String resource, String id) {
        return new Wish("alice", resource, id).request();
    }

    private static List<String> inOrder(List<AcquireRequest> requests) {
        return Together.inOrder(requests).stream()
                .map(request -> request.resource().text())
                .toList();
    }

    @Test
    void theOrderIsTheSameHoweverTheyWereNamed() {
        var requests =
                new ArrayList<>(
                        List.of(
                                wish("web", "1"),
                                wish("db", "2"),
                                wish("db//users", "3"),
                                wish("db//orders/eu", "4"),
                                wish("db//orders", "5")));
        var orders =
                IntStream.range(0, 50)
                        .mapToObj(seed -> {
                            Collections.shuffle(requests, new Random(seed));
                            return inOrder(requests);
                        })
                        .distinct()
                        .toList();

        assertThat(orders)
                .containsExactly(List.of("db", "db//orders", "db//orders/eu", "db//users", "web"));
    }

    @Test
    void ofTwoWishesForOneResourceTheExclusiveOneGoesFirst() {
        AcquireRequest shared = new Wish("alice", "db", "1").shared().request();
        AcquireRequest exclusive = wish("db", "2");

        assertThat(Together.inOrder(List.of(shared, exclusive)))
                .extracting(AcquireRequest::mode)
                .containsExactly(Mode.EXCLUSIVE, Mode.SHARED);
    }

    @Test
    void severalLocksNeedOneOwner() {
        var requests = List.of(wish("db", "1"), new Wish("bob", "web", "2").request());

        assertThatThrownBy(() -> Together.inOrder(requests))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("one owner");
    }

    @Test
    void severalLocksNeedARequestIdEach() {
        var requests = List.of(wish("db", "1"), wish("web", "1"));

        assertThatThrownBy(() -> Together.inOrder(requests))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("request id");
    }

    @Test
    void noLocksAtOnceAreInvalid() {
        assertThatThrownBy(() -> Together.inOrder(List.of()))
                .isInstanceOf(InvalidRequestException.class);
    }

    @Test
    void sixtyFourLocksAtOnceAreTheLimit() {
        var most = IntStream.range(0, 64).mapToObj(i -> wish("db" + i, "r" + i)).toList();
        var tooMany = IntStream.range(0, 65).mapToObj(i -> wish("db" + i, "r" + i)).toList();

        assertThat(Together.inOrder(most)).hasSize(64);
        assertThatThrownBy(() -> Together.inOrder(tooMany))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("64");
    }
}
