package holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.model.LockId;
import holdfast.model.OwnerId;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class NestingTest {
    private static final String FIRST = "lock_1700000000000000000_alice-laptop_0000abcd";
    private static final String SECOND = "lock_1700000000000000001_alice-laptop_0000abce";

    @Test
    void anyOfSeveralLocksProvesTheOwner() {
        assertThat(
                        Nesting.outer(
                                Map.of(
                                        "HOLDFAST_OWNER",
                                        "7f3e",
                                        "HOLDFAST_LOCK_ID",
                                        FIRST + "\n" + SECOND)))
                .isEqualTo(new Nesting.Outer(new OwnerId("7f3e"), new LockId(FIRST)));
    }

    @Test
    void anOwnerWithoutALockIsNobody() {
        assertThat(Nesting.outer(Map.of("HOLDFAST_OWNER", "7f3e"))).isNull();
        assertThat(Nesting.outer(Map.of("HOLDFAST_LOCK_ID", FIRST))).isNull();
        assertThat(Nesting.outer(Map.of("HOLDFAST_OWNER", "", "HOLDFAST_LOCK_ID", FIRST))).isNull();
    }
}
