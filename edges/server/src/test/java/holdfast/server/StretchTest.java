package holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.model.Prefix;
import holdfast.model.Root;
import holdfast.model.Token;
import holdfast.store.HoldCursor;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class StretchTest {
    private static List<Stretch> of(String wished, String... seen) {
        return Stretch.of(Stream.of(seen).map(Prefix::new).toList(), new Prefix(wished));
    }

    private static Stretch root(String name) {
        return Stretch.of(new Root(name));
    }

    private static Stretch below(String name) {
        return new Stretch(name + "/", Stretch.Kind.BEGINNING);
    }

    @Test
    void whoSeesEverythingReadsWhatItWishes() {
        assertThat(of("", "")).containsExactly(Stretch.EVERYTHING);
        assertThat(of("shop", "")).containsExactly(root("shop"), below("shop"));
        assertThat(of("shop//api", "")).containsExactly(root("shop"));
    }

    @Test
    void whoSeesSomeReadsThoseInOrder() {
        assertThat(of("", "shop", "bank/prod//ledger", "shop-2"))
                .containsExactly(
                        root("bank/prod"),
                        root("shop"),
                        root("shop-2"),
                        below("shop-2"),
                        below("shop"));
    }

    @Test
    void onlyWhatIsBothWishedAndSeenIsRead() {
        assertThat(of("shop/prod", "shop", "bank"))
                .containsExactly(root("shop/prod"), below("shop/prod"));
        assertThat(of("shop", "shop/prod")).containsExactly(root("shop/prod"), below("shop/prod"));
        assertThat(of("mail", "shop")).isEmpty();
        assertThat(of("")).isEmpty();
    }

    @Test
    void whatIsBelowAnotherIsReadOnce() {
        assertThat(of("", "shop", "shop/prod", "shop//api"))
                .containsExactly(root("shop"), below("shop"));
    }

    @Test
    void whoSeesVeryManyPrefixesReadsAll() {
        String[] many = new String[50];
        Arrays.setAll(many, i -> "team-" + i);

        assertThat(of("", many)).containsExactly(Stretch.EVERYTHING);
    }

    /** Also those whose names have odd characters after what they begin with. */
    @Test
    void aListThatBeginsThereMissesNoRootAndReadsHardlyAnother() {
        List<Root> below =
                Stream.of("shop/ x", "shop/!", "shop/a", "shop/ü", "shop/\uD83D\uDE80")
                        .map(Root::new)
                        .toList();
        List<Root> others =
                Stream.of("shop", "shop!", "shop-2", "shop.", "shop.~", "shop.\uD83D\uDE80")
                        .map(Root::new)
                        .toList();
        Root from = Objects.requireNonNull(below("shop").from(null)).root();

        assertThat(below).allMatch(root -> from.compareTo(root) < 0 && below("shop").has(root));
        assertThat(others).allMatch(root -> from.compareTo(root) > 0 && !below("shop").has(root));
        assertThat(others).noneMatch(below("shop")::isBefore);
        assertThat(below("shop").isBefore(new Root("shop0"))).isTrue();
    }

    @Test
    void alsoOfARootWhoseNameIsAsLongAsCanBe() {
        var longest = new Root("x".repeat(Root.LENGTH_MAX));

        var from = Objects.requireNonNull(below(longest.text()).from(null));

        assertThat(from.root()).isEqualTo(longest);
    }

    @Test
    void whoGoesOnGoesOnWhereItWas() {
        var place = new HoldCursor(new Root("shop/b"), new Token(7));

        assertThat(below("shop").from(place)).isEqualTo(place);
        assertThat(root("shop/b").from(place)).isEqualTo(place);
        assertThat(
                        Objects.requireNonNull(below("zoo").from(place))
                                .root()
                                .compareTo(new Root("zoo")))
                .isPositive();
        assertThat(root("shop").isBefore(place.root())).isTrue();
    }
}
