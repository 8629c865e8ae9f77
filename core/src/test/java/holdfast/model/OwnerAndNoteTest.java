package holdfast.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class OwnerAndNoteTest {
    private static final OwnerId ID = new OwnerId("owner-1");

    @Test
    void twoDescriptionsOfOneRunAreTheSameOwner() {
        var plain = new Owner(ID, "alice");
        var told = new Owner(ID, "alice on host-1", Map.of("host", "host-1"));

        assertThat(plain.is(told)).isTrue();
        assertThat(plain.is(new Owner(new OwnerId("owner-2"), "alice"))).isFalse();
    }

    @Test
    void namesAndFactsAreBounded() {
        assertThat(new Owner(ID, "n".repeat(120), Samples.entries(16)).facts()).hasSize(16);
        refused(() -> new Owner(ID, "n".repeat(121)))
                .withMessage("owner name has 121 characters, the limit is 120");
        refused(() -> new Owner(ID, "alice", Samples.entries(17)))
                .withMessage("owner facts have 17 entries, the limit is 16");
        refused(() -> new Owner(ID, "alice", Map.of("link", "x".repeat(501))))
                .withMessage("owner facts entry 'link' has 501 characters, the limit is 500");
        refused(() -> new Owner(ID, "alice", Map.of("k".repeat(101), "x")))
                .withMessage("a key of owner facts has 101 characters, the limit is 100");
    }

    @Test
    void reasonsAndMetadataAreBounded() {
        assertThat(new Note("r".repeat(1_000), Samples.entries(32)).metadata()).hasSize(32);
        refused(() -> Note.because("r".repeat(1_001)))
                .withMessage("reason has 1001 characters, the limit is 1000");
        refused(() -> new Note("", Samples.entries(33)))
                .withMessage("metadata have 33 entries, the limit is 32");
        refused(() -> new Note("", Map.of("k", "x".repeat(1_001))))
                .withMessage("metadata entry 'k' has 1001 characters, the limit is 1000");
    }

    @Test
    void aReasonMayHaveLinesAndMayBeEmpty() {
        assertThat(Note.because("first\n\tsecond").reason()).isEqualTo("first\n\tsecond");
        assertThat(Note.because("")).isEqualTo(Note.NONE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\u0000", "\u001B[2J", "a\rb", "\u007F", "\u0085", "\uD83D", "\uDE80"})
    void aReasonHasNoControlCharactersAndNoHalfOnes(String reason) {
        refused(() -> Note.because(reason)).withMessageContaining("which cannot be shown");
        refused(() -> new Note("", Map.of("k", reason)));
        refused(() -> new Note("", Map.of(reason, "text")));
    }

    @Test
    void twoSpellingsOfOneKeyAreNotSilentlyOne() {
        refused(() -> new Note("", Map.of("cafe\u0301", "1", "café", "2")))
                .withMessage("metadata have the key 'café' twice, in two spellings");
    }

    @Test
    void theCallersMapIsNotShared() {
        var metadata = new HashMap<>(Map.of("ticket", "OPS-1"));
        var note = new Note("", metadata);

        metadata.put("ticket", "OPS-2");

        assertThat(note.metadata()).isEqualTo(Map.of("ticket", "OPS-1"));
        assertThatExceptionOfType(UnsupportedOperationException.class)
                .isThrownBy(() -> note.metadata().put("a", "b"));
    }

    @Test
    void entriesAreInOneOrderWhateverTheCallersMap() {
        assertThat(new Note("", Samples.entries(9)).metadata().keySet())
                .containsExactly(
                        "key-0", "key-1", "key-2", "key-3", "key-4", "key-5", "key-6", "key-7",
                        "key-8");
    }

    @Test
    void whoSaysNothingCostsNothing() {
        var one = new Owner(ID, "alice", new HashMap<>());
        var other = new Owner(new OwnerId("owner-2"), "bob");

        assertThat(one.facts()).isSameAs(other.facts());
        assertThat(Note.because("why").metadata()).isSameAs(Note.NONE.metadata());
    }

    private static org.assertj.core.api.ThrowableAssertAlternative<InvalidRequestException> refused(
            org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
        return assertThatExceptionOfType(InvalidRequestException.class).isThrownBy(call);
    }
}
