package holdfast.state;

import static holdfast.state.Scene.NETWORK;
import static holdfast.state.Scene.bytes;

import holdfast.store.DocumentKey;
import holdfast.store.StoreException;
import holdfast.store.files.FileDocumentStore;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** Saves more than there is room for, and says what it was told and what is there then. Run in a process of its own. */
final class CrampedStates {
    private static final int TOO_LARGE = 20_000_000;

    private CrampedStates() {}

    public static void main(String[] args) throws Exception {
        try (var scene = new Scene(FileDocumentStore.open(Path.of(args[0]).resolve("states")))) {
            scene.deploy(NETWORK, bytes("{\"serial\":1}"));
            List<DocumentKey> before = scene.documents.list("", null, 1_000);
            Writer writer = scene.lock(NETWORK.text());
            scene.states.stamp(NETWORK, writer);
            try {
                scene.states.save(
                        NETWORK,
                        SaveRequest.of(writer, new SaveRequest.Base.Anything()),
                        new ByteArrayInputStream(new byte[TOO_LARGE]));
                System.out.println("saved");
            } catch (StoreException e) {
                System.out.println(e.getClass().getSimpleName() + " " + e.getMessage());
            }
            System.out.println(text(scene));
            System.out.println(scene.documents.list("", null, 1_000).equals(before));
            Scene.saved(scene.save(NETWORK, writer, bytes("{\"serial\":2}")));
            System.out.println(text(scene));
        }
    }

    private static String text(Scene scene) {
        return new String(scene.states.load(NETWORK).orElseThrow().body(), StandardCharsets.UTF_8);
    }
}
