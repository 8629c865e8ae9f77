package holdfast.state;

import static holdfast.state.Scene.saved;
import static org.assertj.core.api.Assertions.assertThat;

import holdfast.model.Hold;
import holdfast.store.StoreException;
import holdfast.store.memory.MemoryDocumentStore;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each call that a change makes fails once, in each way, also such that its process is gone. Afterwards the state is what it was or
 * what it was to be, and what the caller was told is true.
 */
final class FaultsTest {
    private static final int CALLS_MAX = 200;
    private static final StateSettings SEALED =
            StateSettings.DEFAULT.withKeys(
                    KeyRing.parse("2026:Hx4dHBsaGRgXFhUUExIREA8ODQwLCgkIBwYFBAMCAQA="));

    private static final String DAMAGED = "damaged";

    /** So long that everything may go that is not the current version. */
    private static final Duration LONG = Duration.ofDays(98);

    @ParameterizedTest
    @MethodSource("holdfast.state.Deed#all")
    void whateverFailsWhereverTheStateIsWholeAndWhatWasToldIsTrue(Deed deed) {
        failEverywhere(deed, StateSettings.DEFAULT);
    }

    /** All but what is never done where states are encrypted. */
    @ParameterizedTest
    @MethodSource("holdfast.state.Deed#all")
    void soItIsWithStatesThatAreEncrypted(Deed deed) {
        if (!deed.title().equals("import from Pulumi")) {
            failEverywhere(deed, SEALED);
        }
    }

    private static void failEverywhere(Deed deed, StateSettings settings) {
        for (FailingStore.Fault fault : FailingStore.Fault.values()) {
            int place = 0;
            while (fails(deed, settings, new FailingStore.Place(fault, place))) {
                place++;
                assertThat(place).isLessThan(CALLS_MAX);
            }
            assertThat(place).as("calls of %s", deed).isGreaterThan(1);
        }
    }

    /** Returns false if the deed makes so few calls that none failed. */
    private static boolean fails(Deed deed, StateSettings settings, FailingStore.Place place) {
        String where = deed + ", " + place;
        try (var documents = new MemoryDocumentStore();
                var scene = new Scene(documents, settings)) {
            var failing = new FailingStore(documents, place);
            Deed.Try one = prepared(deed, scene, failing, scene.states(failing, settings));
            Optional<String> was = says(scene, deed);

            Told told = told(deed, one);

            Optional<String> after = Optional.ofNullable(deed.after());
            switch (told) {
                case DONE -> assertThat(says(scene, deed)).as(where).isEqualTo(after);
                case NOT_DONE -> assertThat(says(scene, deed)).as(where).isEqualTo(was);
                case UNKNOWN -> assertThat(says(scene, deed)).as(where).isIn(was, after);
            }
            assertGoesOn(scene, deed, where);
            return failing.hasFailed();
        }
    }

    private static Deed.Try prepared(Deed deed, Scene scene, FailingStore failing, States states) {
        var versions = new ArrayList<StateVersion>();
        for (String says : deed.earlier()) {
            versions.add(scene.deploy(deed.name(), deed.body(versions.size() + 1, says)));
        }
        deed.prepare().accept(scene);
        scene.clock.advance(LONG);
        Hold hold = scene.hold(deed.name().text());
        Writer writer = Writer.of(hold, "client");
        if (!says(scene, deed).equals(Optional.of(DAMAGED)) && !versions.isEmpty()) {
            scene.states.stamp(deed.name(), writer);
        }
        return new Deed.Try(scene, deed.name(), versions, hold, writer, failing, states);
    }

    private enum Told {
        DONE,
        NOT_DONE,
        UNKNOWN
    }

    private static Told told(Deed deed, Deed.Try one) {
        try {
            Object outcome = deed.doing().apply(one);
            assertThat(outcome)
                    .as("%s", deed)
                    .isNotInstanceOfAny(SaveOutcome.Changed.class, StateChanged.Refused.class);
            return Told.DONE;
        } catch (StoreException.OutcomeUnknown e) {
            return Told.UNKNOWN;
        } catch (StoreException.Unavailable e) {
            return Told.NOT_DONE;
        }
    }

    private static Optional<String> says(Scene scene, Deed deed) {
        try {
            return scene.states
                    .load(deed.name())
                    .map(found -> new String(found.body(), StandardCharsets.UTF_8))
                    .map(text ->
                            List.of("first", "before", "after").stream()
                                    .filter(word -> text.contains("\"" + word + "\""))
                                    .findFirst()
                                    .orElse("something else"));
        } catch (StoreException.Corrupted e) {
            return Optional.of(DAMAGED);
        }
    }

    /** Whoever comes next finds everything in order, or mends it. */
    private static void assertGoesOn(Scene scene, Deed deed, String where) {
        scene.letLeasesLapse();
        Writer next = scene.lock(deed.name().text());
        if (says(scene, deed).equals(Optional.of(DAMAGED))) {
            StateVersion good = scene.states.history(deed.name(), 1).getFirst();
            saved(scene.states.restore(deed.name(), next, new RestorePoint.OfVersion(good.id())));
        }
        StateHistory history = scene.states.lookBack(deed.name(), 10);
        assertThat(history.damage()).as(where).isEmpty();
        assertThat(history.versions())
                .as(where)
                .allSatisfy(version -> assertThat(scene.states.isWhole(version)).isTrue())
                .extracting(StateVersion::number)
                .isSortedAccordingTo(Comparator.reverseOrder())
                .doesNotHaveDuplicates();
        assertThat(scene.states.orphans(deed.name()))
                .as(where)
                .allSatisfy(orphan -> assertThat(scene.states.isWhole(orphan)).isTrue());
        assertThat(scene.states.backups(deed.name()))
                .as(where)
                .allSatisfy(backup -> assertThat(scene.states.isWhole(backup)).isTrue());
        scene.states.stamp(deed.name(), next);
        assertTheCopyIsThatOfThePointer(scene, deed, where);
        saved(scene.save(deed.name(), next, deed.body(9, "after that")));
        assertThat(scene.text(deed.name())).as(where).contains("after that");
    }

    private static void assertTheCopyIsThatOfThePointer(Scene scene, Deed deed, String where) {
        Pointer pointer = scene.states.pointer(deed.name());
        assertThat(new PointerCopy(scene.documents).read(deed.name()).orElse(Pointer.NEW))
                .as(where)
                .matches(pointer::tellsTheSameAs);
    }
}
