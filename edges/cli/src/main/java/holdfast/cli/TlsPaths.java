package holdfast.cli;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Files that say whom to trust and what to show over TLS.
 *
 * @param authorities who vouches for servers; empty for those whom the JVM trusts
 * @param own what to show to servers that ask for a certificate
 */
public record TlsPaths(Optional<Path> authorities, Optional<Own> own) {
    static final TlsPaths NONE = new TlsPaths(Optional.empty(), Optional.empty());

    /** A certificate and its key. */
    public record Own(Path certificate, Path key) {}

    public boolean isEmpty() {
        return authorities.isEmpty() && own.isEmpty();
    }
}
