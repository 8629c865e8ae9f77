package holdfast.server;

import holdfast.model.InvalidRequestException;
import io.helidon.webserver.http.ServerRequest;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * Refuses addresses that two readers could read in two ways: with empty segments or dots, which some remove, with encoded slashes, which
 * some decode before they part the path, and with bytes that are no text, which some replace.
 */
final class Plain {
    private Plain() {}

    static void require(ServerRequest request) {
        String path = request.path().rawPath();
        requireText(path);
        requireText(request.query().rawValue());
        if (!path.contains("//") && !path.contains("/.") && path.indexOf('%') < 0) {
            return;
        }
        if (path.contains("%2f") || path.contains("%2F")) {
            throw new InvalidRequestException(
                    "the path has an encoded slash, which some take for one that parts it");
        }
        for (String segment : path.substring(1).split("/", -1)) {
            String plain = segment.replace("%2e", ".").replace("%2E", ".");
            if ((segment.isEmpty() && path.length() > 1)
                    || plain.equals(".")
                    || plain.equals("..")) {
                throw new InvalidRequestException(
                        "the path has an empty segment, or one that is only dots");
            }
        }
    }

    private static void requireText(String raw) {
        if (raw.indexOf('%') < 0) {
            return;
        }
        var bytes = new ByteArrayOutputStream(raw.length());
        for (int i = 0; i < raw.length(); i++) {
            if (raw.charAt(i) != '%') {
                bytes.write(raw.charAt(i));
                continue;
            }
            if (i + 2 >= raw.length()) {
                throw notText();
            }
            try {
                bytes.write(Integer.parseInt(raw, i + 1, i + 3, 16));
            } catch (NumberFormatException e) {
                throw notText();
            }
            i += 2;
        }
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes.toByteArray()));
        } catch (CharacterCodingException e) {
            throw notText();
        }
    }

    private static InvalidRequestException notText() {
        return new InvalidRequestException("the address has percent signs that stand for no text");
    }
}
