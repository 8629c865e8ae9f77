package holdfast.state;

import java.io.IOException;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Files of Pulumi's that come with a stack, by their paths from {@code .pulumi} on. What they are is known before the first of them comes, so that
 * either all of them can be put somewhere or none has to be looked at.
 */
public interface PulumiFiles {
    PulumiFiles NONE = of(Map.of());

    Map<String, Announced> announced();

    /** Hands over one after the other. To be called once. */
    void each(Taker taker) throws IOException;

    /** Told again and again while they are looked at and put: that takes long, and goes on. */
    default void progress() {}

    /** Takes one file. */
    interface Taker {
        void take(String path, byte[] body);
    }

    /** What a file is. */
    record Announced(long size, String sha256) {
        static Announced of(byte[] body) {
            StateVersion.Digest digest = Digests.of(body);
            return new Announced(digest.size(), digest.sha256());
        }
    }

    static PulumiFiles of(Map<String, byte[]> files) {
        return new PulumiFiles() {
            @Override
            public Map<String, Announced> announced() {
                return files.entrySet().stream()
                        .collect(
                                Collectors.toMap(
                                        Map.Entry::getKey, file -> Announced.of(file.getValue())));
            }

            @Override
            public void each(Taker taker) {
                files.forEach(taker::take);
            }
        };
    }
}
