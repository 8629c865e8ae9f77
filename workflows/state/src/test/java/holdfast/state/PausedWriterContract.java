package holdfast.state;

import static holdfast.state.Scene.NETWORK;
import static holdfast.state.Scene.SHOP;
import static holdfast.state.Scene.bytes;
import static holdfast.state.Scene.saved;
import static holdfast.state.Scene.shop;
import static org.assertj.core.api.Assertions.assertThat;

import holdfast.store.DocumentStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A runner that was paused for longer than its lease cannot corrupt a state, on any store. */
abstract class PausedWriterContract {
    Scene scene;

    /** A store that nobody has used yet. */
    abstract DocumentStore open();

    @BeforeEach
    void begin() {
        scene = new Scene(open());
    }

    @AfterEach
    void end() {
        scene.close();
    }

    @Test
    void aLateSaveIsRefusedAndNothingIsLost() {
        scene.deploy(SHOP, shop("api", "first"));
        Writer paused = scene.lock(SHOP.text());
        scene.states.stamp(SHOP, paused);
        StateVersion loaded = scene.states.load(SHOP).orElseThrow().version();

        scene.letLeasesLapse();
        StateVersion other = scene.deploy(SHOP, shop("api", "by another"));
        SaveOutcome late =
                scene.states.save(
                        SHOP,
                        SaveRequest.of(paused, SaveRequest.Base.of(loaded)),
                        shop("api", "too late"));

        assertThat(late).isInstanceOf(SaveOutcome.Fenced.class);
        assertThat(scene.states.load(SHOP).orElseThrow().version()).isEqualTo(other);
        assertThat(scene.text(SHOP)).contains("by another").doesNotContain("too late");
    }

    /** The successor has saved nothing yet, but has stamped: what it reads now must not change under it. */
    @Test
    void aLateSaveIsRefusedFromTheStampOn() {
        Writer paused = scene.lock(NETWORK.text());
        scene.states.stamp(NETWORK, paused);

        scene.letLeasesLapse();
        Writer next = scene.lock(NETWORK.text());
        scene.states.stamp(NETWORK, next);

        assertThat(scene.save(NETWORK, paused, bytes("{\"late\":1}")))
                .isInstanceOf(SaveOutcome.Fenced.class);
        assertThat(scene.states.load(NETWORK)).isEmpty();
        saved(scene.save(NETWORK, next, bytes("{}")));
    }

    /** Every check has passed, and only the last write is missing, when the runner is paused. */
    @Test
    void aWriteThatIsOnItsWayWhenTheLeaseEndsIsRefusedByTheStoreItself() {
        scene.deploy(SHOP, shop("api", "first"));
        Writer paused = scene.lock(SHOP.text());
        scene.states.stamp(SHOP, paused);
        StateVersion loaded = scene.states.load(SHOP).orElseThrow().version();
        var pausing =
                new InterposedStore(scene.documents)
                        .beforePut(
                                Pointers.key(SHOP),
                                () -> {
                                    scene.letLeasesLapse();
                                    scene.deploy(SHOP, shop("api", "by another"));
                                });

        SaveOutcome late =
                scene.states(pausing, StateSettings.DEFAULT)
                        .save(
                                SHOP,
                                SaveRequest.of(paused, SaveRequest.Base.of(loaded)),
                                shop("api", "too late"));

        assertThat(late).isInstanceOf(SaveOutcome.Fenced.class);
        assertThat(scene.text(SHOP)).contains("by another").doesNotContain("too late");
        assertThat(scene.states.history(SHOP, 10)).hasSize(2);
    }

    @Test
    void aLateSaveThatMayDescribeWhatExistsIsKeptForPeople() {
        Writer paused = scene.lock(NETWORK.text());
        scene.states.stamp(NETWORK, paused);
        scene.letLeasesLapse();
        scene.deploy(NETWORK, bytes("{\"serial\":2}"));

        SaveOutcome late =
                scene.states.save(
                        NETWORK,
                        SaveRequest.of(paused, new SaveRequest.Base.Anything())
                                .keepingWhatIsRefused(),
                        bytes("{\"serial\":3}"));

        assertThat(late).isInstanceOf(SaveOutcome.Fenced.class);
        var orphans = scene.states.orphans(NETWORK);
        assertThat(orphans).hasSize(1);
        assertThat(orphans.get(0).id()).isEqualTo(((SaveOutcome.Fenced) late).orphan());
        assertThat(scene.states.read(orphans.get(0))).isEqualTo(bytes("{\"serial\":3}"));
    }

    @Test
    void twoComponentsAreSavedSideBySide() {
        scene.deploy(SHOP, shop("db", "ready"));
        Writer api = scene.lock(SHOP.text() + "//web/api");
        Writer cache = scene.lock(SHOP.text() + "//web/cache");
        scene.states.stamp(SHOP, api);
        scene.states.stamp(SHOP, cache);
        LoadedState loaded = scene.states.load(SHOP).orElseThrow();
        var base = SaveRequest.Base.of(loaded.version());

        byte[] withApi = with(loaded, "web/api");
        byte[] withCache = with(loaded, "web/cache");
        saved(scene.states.save(SHOP, SaveRequest.of(cache, base), withCache));
        saved(scene.states.save(SHOP, SaveRequest.of(api, base), withApi));

        assertThat(
                        new Fields(JsonTree.object(scene.states.load(SHOP).orElseThrow().body()))
                                .object("resources"))
                .containsOnlyKeys("db", "web/api", "web/cache");
    }

    private static byte[] with(LoadedState loaded, String resource) {
        var members = JsonTree.object(loaded.body());
        var resources = Fields.asObject("resources", members.get("resources"));
        resources.put(resource, JsonTree.object(bytes("{\"kind\": \"MicroService\"}")));
        members.put("resources", resources);
        return JsonTree.pretty(members);
    }
}
