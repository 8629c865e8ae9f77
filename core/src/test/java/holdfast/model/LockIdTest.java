package holdfast.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class LockIdTest {
    private static final Pattern FORM =
            Pattern.compile("lock_[0-9]{1,19}_[A-Za-z0-9.-]{1,120}_[0-9a-f]{8}");

    @Test
    void tellsWhenAndByWhomTheLockWasTaken() {
        assertThat(LockId.of(new StoreTime(1_638_360_000_000_000_000L), "alice", 0xA1B2C3D4).text())
                .isEqualTo("lock_1638360000000000000_alice_a1b2c3d4");
    }

    @ParameterizedTest
    @CsvSource({"0, 00000000", "1, 00000001", "-1, ffffffff", "48879, 0000beef"})
    void itsHashAlwaysHasEightDigits(int hash, String digits) {
        assertThat(LockId.of(Samples.NOON, "alice", hash).text()).endsWith("_alice_" + digits);
    }

    @ParameterizedTest
    @CsvSource({
        "alice, alice",
        "alice@company.com, alice-company.com",
        "github_actions run 7, github-actions-run-7",
        "a__b, a-b",
        "_a_, -a-",
        "Zoé, Zo-",
        "🚀🚀, -",
        "日本語, -",
        "'a 🚀 b', a-b",
        "-, -",
        "1.2-3, 1.2-3",
    })
    void whatAnIdCannotCarryBecomesADash(String name, String kept) {
        assertThat(LockId.of(Samples.NOON, name, 1).text())
                .isEqualTo("lock_1700000000000000000_" + kept + "_00000001");
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, Long.MAX_VALUE})
    void everyTimeGivesAnId(long nanos) {
        assertThat(LockId.of(new StoreTime(nanos), "alice", 1).text())
                .isEqualTo("lock_" + nanos + "_alice_00000001");
    }

    @Test
    void theLongestNameGivesAnIdThatIsARequestIdToo() {
        var owner = new Owner(new OwnerId("id"), "x".repeat(Owner.NAME_LENGTH_MAX));

        LockId id = LockId.of(new StoreTime(Long.MAX_VALUE), owner.name(), -1);

        assertThat(new RequestId(id.text()).text()).isEqualTo(id.text());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "lock",
                "lock_",
                "lock__",
                "lock_1",
                "lock_1_a",
                "lock_1_a_",
                "lock_1_a_0000000",
                "lock_1_a_000000000",
                "lock_1_a_0000000A",
                "lock_1_a_0000000g",
                "lock_1__00000001",
                "lock__a_00000001",
                "lock_x_a_00000001",
                "lock_-1_a_00000001",
                "lock_12345678901234567890_a_00000001",
                "lock_\u0663_a_00000001",
                "lock_1_a_b_00000001",
                "lock_1_ä_00000001",
                "lock_1_a b_00000001",
                "Lock_1_a_00000001",
                " lock_1_a_00000001",
                "lock_1_a_00000001\n",
            })
    void anythingElseIsNoLockId(String text) {
        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(() -> new LockId(text))
                .withMessageContaining("is not a lock id");
    }

    @Test
    void anOwnerPartOfMoreThan120CharactersIsNone() {
        assertThat(new LockId("lock_1_" + "x".repeat(120) + "_00000001")).isNotNull();
        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(() -> new LockId("lock_1_" + "x".repeat(121) + "_00000001"));
    }

    @Test
    void theFormIsJustThatOfItsPattern() {
        String[] pieces = {"lock_", "_", "1", "a", "f", "-", ".", "00000001", "é", "G", " "};
        var random = new Random(3);
        int matching = 0;
        for (int i = 0; i < 50_000; i++) {
            var text = new StringBuilder(random.nextInt(4) == 0 ? "" : "lock_");
            for (int n = random.nextInt(7); n > 0; n--) {
                text.append(pieces[random.nextInt(pieces.length)]);
            }
            boolean expected = FORM.matcher(text).matches();
            matching += expected ? 1 : 0;

            assertThat(isLockId(text.toString())).as("%s", text).isEqualTo(expected);
        }
        assertThat(matching).isPositive();
    }

    private static boolean isLockId(String text) {
        try {
            return new LockId(text).text().equals(text);
        } catch (InvalidRequestException e) {
            return false;
        }
    }
}
