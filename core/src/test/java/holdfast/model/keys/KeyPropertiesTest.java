package holdfast.model.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import holdfast.model.InvalidRequestException;
import holdfast.model.Resource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What holds for all keys, tried on all short texts of a mean alphabet and on many random ones. */
final class KeyPropertiesTest {
    private static final List<String> TEXTS =
            Stream.of(
                            Texts.all(List.of("a", "/", "%", "2", "F", "\u030A"), 4),
                            Texts.all(List.of("a", "/", "%", "_", " ", "\u200B", "\u0301"), 4),
                            Texts.random(42, 6_000))
                    .flatMap(List::stream)
                    .distinct()
                    .toList();

    /** A format and how to make a key of it from any text. */
    record Door(KeyFormat format, Function<String, String> key) {
        Optional<Resource> resource(String text) {
            try {
                return Optional.of(format.parse(key.apply(text)));
            } catch (InvalidRequestException e) {
                return Optional.empty();
            }
        }

        @Override
        public String toString() {
            return key.apply("{}");
        }
    }

    static Stream<Door> doors() {
        return Stream.of(
                new Door(KeyFormat.NAME, text -> text),
                new Door(KeyFormat.LEGACY, text -> "acme/infra/" + text + "/default"),
                new Door(KeyFormat.SERVICE, text -> "service:" + text),
                new Door(KeyFormat.DATABASE, text -> "LOCK#DB#" + text),
                new Door(KeyFormat.STACK, text -> "stack:" + text + ":env:prod"),
                new Door(KeyFormat.STACK, text -> "stack:user:env:" + text),
                new Door(KeyFormat.STACK, text -> "stack:user:env:prod:service:" + text),
                new Door(KeyFormat.STACK, text -> "stack:user:env:prod:component:x/" + text),
                new Door(KeyFormat.STACK, text -> "stack:user:env:prod:component:" + text));
    }

    @ParameterizedTest
    @MethodSource("doors")
    void differentKeysAreDifferentResources(Door door) {
        Map<Resource, String> seen = new HashMap<>();
        for (String text : TEXTS) {
            door.resource(text)
                    .ifPresent(resource -> {
                        String composed = Texts.composed(text);
                        String before = seen.put(resource, composed);
                        assertTrue(
                                before == null || before.equals(composed),
                                () -> resource + " for " + before + " and " + composed);
                    });
        }
        assertThat(seen.size()).isGreaterThan(500);
    }

    /** Not a stack's: a colon in one of its parts could be read in two ways. */
    static Stream<Door> opaqueDoors() {
        return doors().filter(door -> door.format() != KeyFormat.STACK);
    }

    @ParameterizedTest
    @MethodSource("opaqueDoors")
    void whatIsOpaqueToItsDesignConvertsWhateverItIs(Door door) {
        for (String text : TEXTS) {
            assertTrue(door.resource(text).isPresent(), text);
        }
    }

    @ParameterizedTest
    @MethodSource("doors")
    void aResourceGivesItsKeyBack(Door door) {
        for (String text : TEXTS) {
            door.resource(text)
                    .ifPresent(resource -> {
                        String key = door.key().apply(text);
                        assertEquals(key, resource.originalKey());
                        assertEquals(
                                Optional.of(Texts.composed(key)), door.format().format(resource));
                    });
        }
    }

    @ParameterizedTest
    @MethodSource("doors")
    void textAndSpellingFindTheResourceAgain(Door door) {
        for (String text : TEXTS) {
            door.resource(text)
                    .ifPresent(resource -> {
                        assertEquals(resource, Keys.parse(resource.text()));
                        assertEquals(resource, Keys.parse(Keys.spelling(resource)));
                    });
        }
    }

    @Test
    void keysOfDifferentDesignsAreDifferentResources() {
        List<Door> doors =
                List.of(
                        new Door(KeyFormat.NAME, text -> text),
                        new Door(KeyFormat.SERVICE, text -> "service:" + text),
                        new Door(KeyFormat.DATABASE, text -> "LOCK#DB#" + text),
                        new Door(KeyFormat.IDENTIFIER, text -> "atlantis:custom:" + text));
        Map<Resource, KeyFormat> seen = new HashMap<>();
        for (Door door : doors) {
            for (String text : TEXTS) {
                door.resource(text)
                        .ifPresent(resource -> {
                            KeyFormat before = seen.put(resource, door.format());
                            assertTrue(
                                    before == null || before == door.format(),
                                    () -> resource + " of " + before + " and " + door.format());
                        });
            }
        }
    }

    @Test
    void onlyANameThatSpellsAStacksRootIsTheStack() {
        for (String text : TEXTS) {
            new Door(KeyFormat.STACK, stack -> "stack:" + stack + ":env:prod")
                    .resource(text)
                    .ifPresent(stack -> {
                        assertThat(stack.root().segments()).hasSize(2);
                        KeyFormat.NAME
                                .format(stack)
                                .ifPresent(name ->
                                        assertThat(name).isEqualTo(Texts.composed(text) + "/prod"));
                    });
        }
    }

    @Test
    void everyCharacterThatHasAMeaningConverts() {
        for (int codePoint = 0; codePoint <= Character.MAX_CODE_POINT; codePoint++) {
            int type = Character.getType(codePoint);
            if (type == Character.UNASSIGNED || type == Character.SURROGATE) {
                continue;
            }
            String key = "service:" + Character.toString(codePoint);

            Resource resource = KeyFormat.SERVICE.parse(key);

            if (!KeyFormat.SERVICE.format(resource).equals(Optional.of(Texts.composed(key)))) {
                throw new AssertionError(String.format("U+%04X became %s", codePoint, resource));
            }
        }
    }

    @Test
    void coveringIsThatOfStackServiceAndComponent() {
        List<String> names =
                Texts.random(9, 300).stream().filter(KeyPropertiesTest::isName).toList();
        assertThat(names).hasSizeGreaterThan(50);
        for (String service : names) {
            Resource whole = KeyFormat.STACK.parse("stack:s:env:e");
            Resource upper = KeyFormat.STACK.parse("stack:s:env:e:service:" + service);
            assertThat(whole.covers(upper)).isTrue();
            for (String other : names) {
                Resource component =
                        KeyFormat.STACK.parse("stack:s:env:e:component:" + other + "/api");

                assertTrue(whole.covers(component));
                assertEquals(
                        Texts.composed(service).equals(Texts.composed(other)),
                        upper.covers(component),
                        () -> upper + " over " + component);
                assertFalse(component.covers(upper));
            }
        }
    }

    private static boolean isName(String text) {
        return !text.contains(":") && !text.contains("/");
    }
}
