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

    /** It brings all that it needs, asks nobody else, and is shown in no page of others. */
    private static final Map<String, String> OWN_PAGE =
            Map.of(
                    "Content-Security-Policy",
                    "default-src 'none'; connect-src 'self'; script-src 'unsafe-inline';"
                            + " style-src 'unsafe-inline'; frame-ancestors 'none'",
                    "X-Content-Type-Options",
                    "nosniff");

    void addTo(Routes routes) {
        routes.open("/openapi.json", call -> file(DOCUMENT, "application/json", Map.of()))
                .open("/docs", call -> file(PAGE, "text/html; charset=utf-8", OWN_PAGE));
    }

    private static Reply file(String name, String mediaType, Map<String, String> headers) {
        return new Reply(Statuses.OK, mediaType, read(name), headers);
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
