package holdfast.state;

import static holdfast.state.Scene.NETWORK;
import static holdfast.state.Scene.SHOP;
import static holdfast.state.Scene.bytes;
import static holdfast.state.Scene.saved;
import static holdfast.state.Scene.shop;
import static org.assertj.core.api.Assertions.assertThat;

import holdfast.model.Hold;
import holdfast.model.SubPath;
import holdfast.model.Token;
import holdfast.store.StoreException;
import holdfast.store.memory.MemoryDocumentStore;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Each call that a change makes fails once, in each way, also such that its process is gone. Afterwards the state is what it was or
 * what it was to be, and what the caller was told is true.
 */
final class FaultsTest {
    private static final int CALLS_MAX = 200;

    /** What is done to a state that says "before", and makes it say "after", or be gone. */
    enum Deed {
        SAVE_A_STACK(SHOP, "after", Deed::saveStack),
        SAVE_A_PART(SHOP, "after", Deed::savePart),
        SAVE_TERRAFORM(NETWORK, "after", Deed::saveTerraform),
        PUSH_A_STACK(SHOP, "after", Deed::push),
        RESTORE_A_STACK(SHOP, "first", Deed::restore),
        RESTORE_TERRAFORM(NETWORK, "first", Deed::restore),
        REMOVE_A_STACK(SHOP, null, Deed::remove),
        REMOVE_TERRAFORM(NETWORK, null, Deed::remove),
        REFUSE_A_LATE_WRITE(NETWORK, "before", Deed::refuse),
        KEEP_AN_ORPHAN(NETWORK, "before", Deed::keepOrphan),
        BACK_UP(SHOP, "before", Deed::backUp),
        SWEEP_A_STACK(SHOP, "before", Deed::sweep),
        SWEEP_TERRAFORM(NETWORK, "before", Deed::sweep);

        private final StateName name;
        private final @Nullable String after;
        private final Function<Try, Object> doing;

        Deed(StateName name, @Nullable String after, Function<Try, Object> doing) {
            this.name = name;
            this.after = after;
            this.doing = doing;
        }

        private static Object saveStack(Try one) {
            return one.states.save(SHOP, request(one), shop("api", "after"));
        }

        private static Object savePart(Try one) {
            Writer part = one.writer.on(new SubPath("api"));
            return one.states.save(
                    SHOP,
                    SaveRequest.of(part, new SaveRequest.Base.Anything()),
                    shop("api", "after"));
        }

        private static Object saveTerraform(Try one) {
            return one.states.save(NETWORK, request(one), terraform(3, "after"));
        }

        private static SaveRequest request(Try one) {
            return SaveRequest.of(one.writer, new SaveRequest.Base.Loaded(one.current.id()));
        }

        private static Object push(Try one) {
            try {
                return new StateChanges(one.states)
                        .make(
                                SHOP,
                                one.hold,
                                new StateChange.Push(
                                        new ByteArrayInputStream(shop("api", "after")),
                                        Map.of(),
                                        null,
                                        StateChange.WhenOdd.REFUSE,
                                        null));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private static Object restore(Try one) {
            return one.states.restore(
                    one.name, one.writer, new RestorePoint.OfVersion(one.first.id()));
        }

        private static Object refuse(Try one) {
            var late = new Writer(SubPath.WHOLE, new Token(1), "lost", "late run", "alice");
            SaveRequest request =
                    SaveRequest.of(late, new SaveRequest.Base.Anything()).keepingWhatIsRefused();
            return one.states.save(NETWORK, request, terraform(3, "after"));
        }

        private static Object keepOrphan(Try one) {
            try {
                var note = new OrphanNote("late run", "alice", "its lock was lost");
                return one.states.keepOrphan(
                        NETWORK, note, new ByteArrayInputStream(terraform(3, "after")));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private static Object backUp(Try one) {
            return one.states.backup(SHOP, "alice");
        }

        private static Object sweep(Try one) {
            return one.states.sweep(one.name);
        }

        private static Object remove(Try one) {
            return one.states.remove(one.name, one.writer);
        }
    }

    private static byte[] terraform(int serial, String says) {
        return bytes(
                "{\"version\":4,\"serial\":%d,\"lineage\":\"l\",\"says\":\"%s\"}"
                        .formatted(serial, says));
    }

    /** One attempt, on states that say "first" and then "before". */
    private record Try(
            StateName name,
            StateVersion first,
            StateVersion current,
            Hold hold,
            Writer writer,
            States states) {}

    @ParameterizedTest
    @EnumSource(Deed.class)
    void whateverFailsWhereverTheStateIsWholeAndWhatWasToldIsTrue(Deed deed) {
        for (FailingStore.Fault fault : FailingStore.Fault.values()) {
            int place = 0;
            while (fails(deed, fault, place)) {
                place++;
                assertThat(place).isLessThan(CALLS_MAX);
            }
            assertThat(place).as("calls of %s", deed).isGreaterThan(1);
        }
    }

    /** Returns false if the deed makes so few calls that none failed. */
    private static boolean fails(Deed deed, FailingStore.Fault fault, int place) {
        String where = "%s, %s of call %d".formatted(deed, fault, place);
        try (var documents = new MemoryDocumentStore();
                var scene = new Scene(documents)) {
            StateVersion first = scene.deploy(deed.name, body(deed, 1, "first"));
            StateVersion before = scene.deploy(deed.name, body(deed, 2, "before"));
            scene.clock.advance(Duration.ofDays(91));
            Hold hold = scene.hold(deed.name.text());
            Writer writer = Writer.of(hold, "client");
            scene.states.stamp(deed.name, writer);
            var failing = new FailingStore(documents, fault, place);
            States states = scene.states(failing, StateSettings.DEFAULT);

            Told told = told(deed, new Try(deed.name, first, before, hold, writer, states));

            Optional<String> now = says(scene, deed);
            switch (told) {
                case DONE -> assertThat(now).as(where).isEqualTo(Optional.ofNullable(deed.after));
                case NOT_DONE -> assertThat(now).as(where).contains("before");
                case UNKNOWN ->
                        assertThat(now)
                                .as(where)
                                .isIn(Optional.of("before"), Optional.ofNullable(deed.after));
            }
            assertGoesOn(scene, deed, where);
            return failing.hasFailed();
        }
    }

    private enum Told {
        DONE,
        NOT_DONE,
        UNKNOWN
    }

    private static Told told(Deed deed, Try one) {
        try {
            Object outcome = deed.doing.apply(one);
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

    private static byte[] body(Deed deed, int serial, String says) {
        return deed.name.kind() == StateName.Kind.STACK
                ? shop("api", says)
                : terraform(serial, says);
    }

    private static Optional<String> says(Scene scene, Deed deed) {
        return scene.states
                .load(deed.name)
                .map(found -> new String(found.body(), StandardCharsets.UTF_8))
                .map(text ->
                        List.of("first", "before", "after").stream()
                                .filter(word -> text.contains("\"" + word + "\""))
                                .findFirst()
                                .orElse("something else"));
    }

    /** Whoever comes next finds everything in order. */
    private static void assertGoesOn(Scene scene, Deed deed, String where) {
        StateHistory history = scene.states.lookBack(deed.name, 10);
        assertThat(history.damage()).as(where).isEmpty();
        assertThat(history.versions())
                .as(where)
                .allSatisfy(version -> assertThat(scene.states.isWhole(version)).isTrue())
                .extracting(StateVersion::number)
                .isSortedAccordingTo(Comparator.reverseOrder())
                .doesNotHaveDuplicates();
        assertThat(scene.states.orphans(deed.name))
                .as(where)
                .allSatisfy(orphan -> assertThat(scene.states.isWhole(orphan)).isTrue());
        assertThat(scene.states.backups(deed.name))
                .as(where)
                .allSatisfy(backup -> assertThat(scene.states.isWhole(backup)).isTrue());
        scene.letLeasesLapse();
        Writer next = scene.lock(deed.name.text());
        scene.states.stamp(deed.name, next);
        saved(scene.save(deed.name, next, body(deed, 9, "after that")));
        assertThat(scene.text(deed.name)).as(where).contains("after that");
    }
}
