package holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.state.Origin;
import holdfast.state.StateName;
import holdfast.state.StateSettings;
import holdfast.state.States;
import holdfast.store.Document;
import holdfast.store.DocumentKey;
import holdfast.store.memory.MemoryDocumentStore;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** A state is taken over through a server as into a store: same words, same exit codes, same bytes. */
final class ImportAtAServerTest {
    private static final String CHECKPOINT =
            """
            {"version":3,"checkpoint":{"stack":"prod","latest":{"resources":[
             {"urn":"urn:pulumi:prod::shop::x:y:Z::db","type":"x:y:Z","outputs":{"size":100}}]}}}
            """;
    private static final String NET = "{\"version\":4,\"serial\":7,\"lineage\":\"l\"}";
    private static final String MAIL = "{\"version\":4,\"serial\":3,\"lineage\":\"m\"}";
    private static final String LOCK =
            "{\"pid\":42,\"username\":\"bob\",\"hostname\":\"ci-1\",\"timestamp\":\"2026-01-01T00:00:00Z\"}";

    private static final Map<String, String> FILES =
            Map.of(
                    "net.tfstate",
                    NET,
                    "mail.tfstate",
                    MAIL,
                    "broken.tfstate",
                    "[]",
                    ".pulumi/meta.yaml",
                    "version: 1\n",
                    ".pulumi/stacks/shop/prod.json",
                    CHECKPOINT,
                    ".pulumi/history/shop/prod/prod-17.history.json",
                    "{}",
                    ".pulumi/stacks/shop/locked.json",
                    CHECKPOINT,
                    ".pulumi/locks/organization/shop/locked/0b1c.json",
                    LOCK);

    private static final List<String> COMMANDS =
            List.of(
                    "terraform:net --from net.tfstate",
                    "terraform:net --from net.tfstate",
                    "terraform:net --from net.tfstate --replace",
                    "terraform:net --from mail.tfstate --replace",
                    "terraform:bad --from broken.tfstate",
                    "terraform:gone --from gone.tfstate",
                    "terraform:held --from net.tfstate",
                    "shop/production --from there --pulumi-stack shop/prod",
                    "shop/production --from there --pulumi-stack shop/prod",
                    "shop/production --from there --pulumi-stack shop/prod --replace",
                    "shop/staging --from there --pulumi-stack gone",
                    "shop/locked --from there --pulumi-stack shop/locked",
                    "shop/locked --from there --pulumi-stack shop/locked --although-locked");

    /** A folder that another tool keeps. */
    private static final class Kept implements Origin {
        @Override
        public Optional<byte[]> read(String path) {
            return Optional.ofNullable(FILES.get(path))
                    .map(text -> text.getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public List<String> list(String folder) {
            return FILES.keySet().stream()
                    .filter(path -> path.startsWith(folder))
                    .sorted()
                    .toList();
        }

        @Override
        public String place(String path) {
            return "there/" + path;
        }

        @Override
        public void close() {}
    }

    /** What was said, and what is there now. */
    private record Result(
            List<String> said, Map<String, String> states, Map<String, String> pulumi) {}

    private static Result after(CliScene.Locks locks) {
        var documents = new MemoryDocumentStore();
        var states = new States(documents, StateSettings.DEFAULT, InstantSource.system());
        var said = new ArrayList<String>();
        try (var scene = new CliScene(locks, CliScene.keeping(documents).with(states))) {
            scene.held(CliScene.BOB, "held");
            for (String command : COMMANDS) {
                CliRun cli = scene.cli().on(documents).importing(new Kept(), null);
                int exit = cli.run(("state import " + command).split(" "));
                said.add(command + "\n" + exit + " " + neutral(cli.out() + cli.err()));
            }
            assertThat(scene.live()).hasSize(1);
        }
        return new Result(said, bodies(states), pulumi(documents));
    }

    /** Versions, and when what ends, differ from one try to the next. */
    private static String neutral(String text) {
        return text.replaceAll("version [0-9A-Za-z._-]+", "version V")
                .replaceAll("lock_[0-9a-z_]+", "LOCK");
    }

    private static Map<String, String> bodies(States states) {
        var bodies = new TreeMap<String, String>();
        for (StateName name : states.names()) {
            states.load(name)
                    .ifPresent(loaded ->
                            bodies.put(
                                    name + " " + loaded.version().facts().get("imported_from"),
                                    new String(loaded.body(), StandardCharsets.UTF_8)
                                            .replaceAll("\"last_updated\": *\"[^\"]*\"", "")));
        }
        return bodies;
    }

    private static Map<String, String> pulumi(MemoryDocumentStore documents) {
        var files = new TreeMap<String, String>();
        for (String path : FILES.keySet()) {
            if (path.startsWith(".pulumi")) {
                documents
                        .get(new DocumentKey("stacks/shop/production/pulumi/" + path))
                        .map(Document::body)
                        .ifPresent(
                                body -> files.put(path, new String(body, StandardCharsets.UTF_8)));
            }
        }
        return files;
    }

    @Test
    void itIsTakenOverThroughAServerAsIntoAStore() {
        Result atAServer = after(CliScene.Locks.AT_A_SERVER);
        Result inAStore = after(CliScene.Locks.IN_A_STORE);

        assertThat(atAServer.said()).containsExactlyElementsOf(inAStore.said());
        assertThat(atAServer.states()).isEqualTo(inAStore.states()).hasSize(3);
        assertThat(atAServer.pulumi()).isEqualTo(inAStore.pulumi()).hasSize(3);
        assertThat(atAServer.said())
                .extracting(text -> text.split("\n")[1].split(" ")[0])
                .containsExactly(
                        "0", "64", "0", "0", "64", "64", "73", "0", "64", "0", "64", "73", "0");
    }
}
