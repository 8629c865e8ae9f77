package holdfast.server;

import holdfast.access.Authentication;
import holdfast.access.Authenticator;

/** Lets in who has a credential that the configured access knows. */
public final class AccessGate implements Gate {
    private final Authenticator authenticator;

    public AccessGate(Authenticator authenticator) {
        this.authenticator = authenticator;
    }

    @Override
    public Caller admit(Credential credential) {
        return switch (authenticator.authenticate(
                credential.authorization().orElse(null), credential.certificate().orElse(null))) {
            case Authentication.Known known ->
                    known.caller().isLocal()
                            ? new LocalCaller()
                            : new CredentialCaller(known.caller());
            case Authentication.Unknown unknown ->
                    throw new Denied(Denied.Why.UNKNOWN, unknown.reason());
            case Authentication.Undecided undecided ->
                    throw new Denied(Denied.Why.UNDECIDED, undecided.reason());
        };
    }
}
