package holdfast.client;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.model.Ending;
import holdfast.model.Explanation;
import holdfast.model.Owner;
import holdfast.model.OwnerId;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class EndingsTest {
    static List<Ending> all() {
        return List.of(
                new Ending.Released(),
                new Ending.Expired(),
                new Ending.Unconfirmed(),
                new Ending.Forced("bob", "runner: dead"),
                new Ending.Transferred(new Owner(new OwnerId("1"), "carol")),
                new Ending.Cancelled("cancelled by bob: not needed"),
                new Ending.Aborted(List.of(new OwnerId("1"), new OwnerId("2"))));
    }

    @ParameterizedTest
    @MethodSource("all")
    void anEndingIsReadFromItsExplanation(Ending ending) {
        Ending read = Endings.said(Explanation.of(ending));

        assertThat(read.getClass()).isEqualTo(ending.getClass());
        assertThat(Explanation.of(read)).isEqualTo(Explanation.of(ending));
    }
}
