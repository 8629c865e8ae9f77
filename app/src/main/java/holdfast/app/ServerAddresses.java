package holdfast.app;

import holdfast.cli.Stores;
import holdfast.cli.TokenSource;
import holdfast.client.ClientSettings;
import holdfast.client.Credential;
import java.util.Optional;

/** How the client reaches the servers that the command line names. */
final class ServerAddresses {
    private ServerAddresses() {}

    static ClientSettings settings(Stores.ServerAddress address) {
        return ClientSettings.of(address.urls().toArray(String[]::new))
                .withCredential(credential(address.token()))
                .withHeartbeat(address.heartbeat());
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
