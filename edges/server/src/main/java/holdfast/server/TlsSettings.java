package holdfast.server;

import holdfast.model.InvalidRequestException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * How connections are encrypted. All files are in PEM form.
 *
 * @param certificate the server's, followed by those that vouch for it
 * @param key the server's private key, as PKCS#8
 * @param clientAuthority who vouches for clients
 */
public record TlsSettings(
        Path certificate, Path key, Optional<Path> clientAuthority, ClientCertificate client) {
    /** Whether a client has to show a certificate. */
    public enum ClientCertificate {
        NONE,
        OPTIONAL,
        REQUIRED
    }

    public TlsSettings {
        if (client != ClientCertificate.NONE && clientAuthority.isEmpty()) {
            throw new InvalidRequestException(
                    "certificates of clients need an authority that vouches for them");
        }
    }
}
