package holdfast.store.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Objects;
import java.util.function.UnaryOperator;

/** A script, made from the files of its parts beside this class, and the name by which Redis knows it. */
record Script(String text, String digest) {
    static Script of(UnaryOperator<String> finish, String... parts) {
        var text = new StringBuilder();
        for (String part : parts) {
            text.append(read(part + ".lua"));
        }
        String finished = finish.apply(text.toString());
        return new Script(finished, digest(finished));
    }

    private static String read(String file) {
        try (InputStream in =
                Objects.requireNonNull(Script.class.getResourceAsStream(file), file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the script " + file, e);
        }
    }

    private static String digest(String text) {
        try {
            var sha = MessageDigest.getInstance("SHA-1");
            return HexFormat.of().formatHex(sha.digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-1", e);
        }
    }
}
