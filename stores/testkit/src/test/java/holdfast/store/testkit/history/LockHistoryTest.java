package holdfast.store.testkit.history;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import holdfast.model.Mode;
import holdfast.model.Resource;
import holdfast.model.Root;
import holdfast.model.StoreTime;
import holdfast.model.Token;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class LockHistoryTest {
    /** The store's clock is as much ahead of that of the host. */
    private static final long AHEAD = 1_000_000_000;

    private final LockHistory history = new LockHistory();

    private void grant(String root, long token, long from, long to) {
        StoreTime at = new StoreTime(AHEAD + to);
        var call =
                new LockCall.Granted(
                        new Token(token), Resource.parse(root), Mode.EXCLUSIVE, at, at);
        history.add(new Root(root), new Recorded<>(call, from, to));
    }

    @Test
    void tokensGrowFromOneGrantToTheNext() {
        grant("shop", 1, 1, 2);
        grant("shop", 3, 3, 6);
        grant("shop", 2, 4, 5);
        grant("shop", 4, 7, 8);

        assertThatCode(history::verifyTokensGrow).doesNotThrowAnyException();
    }

    @Test
    void aSmallerTokenAfterALargerOneIsFound() {
        grant("shop", 2, 1, 2);
        grant("shop", 1, 3, 4);

        assertThatThrownBy(history::verifyTokensGrow).hasMessageContaining("token=2");
    }

    @Test
    void aTokenThatTwoWereToldIsFound() {
        grant("shop", 1, 1, 4);
        grant("shop", 1, 2, 3);

        assertThatThrownBy(history::verifyTokensGrow).hasMessageContaining("token=1");
    }

    @Test
    void aBrokenHistoryNamesItsRoot() {
        grant("other", 1, 1, 2);
        grant("shop", 2, 1, 2);
        grant("shop", 1, 3, 4);

        assertThatThrownBy(history::verify).hasMessageContaining("'shop'");
    }

    @Test
    void timesThatNoClockShowsAreFound() {
        grant("shop", 1, 1, 2);
        grant("other", 1, AHEAD, AHEAD + 1);
        history.add(
                new Root("third"),
                new Recorded<>(
                        new LockCall.Refused(
                                Resource.parse("third"),
                                Mode.EXCLUSIVE,
                                Set.of(),
                                new StoreTime(AHEAD)),
                        AHEAD,
                        AHEAD + 1));

        assertThatThrownBy(history::verify).hasMessageContaining("no clock of a store");
    }

    @Test
    void rootsAreJudgedEachForItself() {
        grant("shop", 2, 1, 2);
        grant("other", 1, 3, 4);

        assertThatCode(history::verify).doesNotThrowAnyException();
        assertThatCode(history::verifyTokensGrow).doesNotThrowAnyException();
    }
}
