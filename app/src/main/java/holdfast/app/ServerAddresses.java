package holdfast.app;

import holdfast.cli.Stores;
import holdfast.cli.TlsPaths;
import holdfast.cli.TokenSource;
import holdfast.client.ClientSettings;
import holdfast.client.Credential;
import holdfast.client.TlsFiles;
import java.util.Optional;

/** How the client reaches the servers that the command line names. */
final class ServerAddresses {
    private ServerAddresses() {}

    static ClientSettings settings(Stores.ServerAddress address) {
        ClientSettings settings =
                ClientSettings.of(address.urls().toArray(String[]::new))
                        .withCredential(credential(address.token()))
                        .withTraceparent(address::traceparent)
                        .withHeartbeat(address.heartbeat());
        return address.tls().isEmpty()
                ? settings
                : settings.withTls(files(address.tls()).context());
    }

    private static TlsFiles files(TlsPaths paths) {
        return new TlsFiles(
                paths.authorities(),
                paths.own().map(own -> new TlsFiles.Own(own.certificate(), own.key())));
    }

    private static Credential credential(TokenSource token) {
        return switch (token) {
            case TokenSource.Nowhere none -> Optional::empty;
            case TokenSource.Given found -> () -> Optional.of(found.token());
            case TokenSource.InFile found -> Credential.ofFile(found.file());
            case TokenSource.ByCommand found -> Credential.ofCommand(found.command());
            case TokenSource.OfGitHubActions found ->
                    Credential.ofGitHubActions(found.environment(), found.audience())
                            .orElse(Optional::empty);
        };
    }
}
