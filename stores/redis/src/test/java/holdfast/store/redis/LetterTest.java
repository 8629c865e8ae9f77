package holdfast.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.model.RequestId;
import holdfast.model.Root;
import holdfast.model.Token;
import holdfast.store.Notice;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the published lines say, also to an engine that would have written them otherwise. */
final class LetterTest {
    private static final Root ROOT = new Root("shop production");

    @Test
    void anOfferSaysWhenItWasMadeAndHowLongItLasts() {
        var made = new Notice.Made(Micros.time(1_700), Duration.ofSeconds(25), -7);
        var offer = new Notice.Offer(new RequestId("a request"), new Token(40), made);

        String offers =
                Letter.offers(
                        new Notice(
                                ROOT,
                                List.of(new Notice.Offer(offer.request(), new Token(3), made))));

        assertThat(Letter.read(ROOT.text() + "\n38 1700" + offers))
                .isEqualTo(new Notice(ROOT, List.of(offer)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "\n38 1700",
                "\n38\n0 a-request",
                "\n38 1700\n0 -7 a-request",
                "\n38 1700\n0 -7,x a-request",
                "\n38 1700\nnonsense"
            })
    void ofALetterThatIsWrittenOtherwiseTheRootIsRead(String rest) {
        assertThat(Letter.read(ROOT.text() + rest)).isEqualTo(new Notice(ROOT));
    }
}
