package holdfast.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Objects;

/** The API's description, for programs and for people. */
final class DescriptionRoutes {
    private static final String DOCUMENT = "openapi.json";
    private static final String PAGE = "api.html";

    void addTo(Routes routes) {
        routes.open("/openapi.json", call -> file(DOCUMENT, "application/json"))
                .open("/docs", call -> file(PAGE, "text/html; charset=utf-8"));
    }

    private static Reply file(String name, String mediaType) {
        return new Reply(Statuses.OK, mediaType, read(name), Map.of());
    }

    static byte[] document() {
        return read(DOCUMENT);
    }

    private static byte[] read(String name) {
        try (InputStream in = DescriptionRoutes.class.getResourceAsStream(name)) {
            return Objects.requireNonNull(in, name).readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
