package holdfast.server;

import holdfast.audit.AuditTrail;
import holdfast.model.Owner;
import holdfast.model.Prefix;
import holdfast.model.Resource;
import holdfast.model.Root;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A gate that has written down what those whom it lets in may not do, whoever asks them: this server's routes, or what is mounted beside them. To look
 * at something is no attempt on it.
 */
public final class WatchedGate implements Gate, AutoCloseable {
    private final Gate gate;
    private final Denials denials;

    /** @param trail stays the caller's to close, after this */
    public WatchedGate(Gate gate, AuditTrail trail) {
        this(gate, new Denials(trail::record, InstantSource.system()));
    }

    WatchedGate(Gate gate, Denials denials) {
        this.gate = gate;
        this.denials = denials;
    }

    @Override
    public Caller admit(Credential credential) {
        Caller caller = gate.admit(credential);
        // Who may do everything is never denied anything.
        return caller instanceof LocalCaller ? caller : new Watched(caller, denials);
    }

    /** Tells what is only counted so far. */
    @Override
    public void close() {
        denials.tellAll();
    }

    private record Watched(Caller caller, Denials denials) implements Caller {
        @Override
        public String name() {
            return caller.name();
        }

        @Override
        public String identity() {
            return caller.identity();
        }

        @Override
        public Owner owner(String run, String claimed, Map<String, String> facts) {
            return caller.owner(run, claimed, facts);
        }

        @Override
        public Owner other(String identity, String run, String name, Map<String, String> facts) {
            return caller.other(identity, run, name, facts);
        }

        @Override
        public boolean owns(Owner owner) {
            return caller.owns(owner);
        }

        @Override
        public Set<Prefix> sees() {
            return caller.sees();
        }

        @Override
        public boolean hearsOf(Root root) {
            return caller.hearsOf(root);
        }

        @Override
        public Optional<String> objection(Deed deed, Prefix below) {
            return noted(
                    deed,
                    caller.objection(deed, below)
                            .map(why -> new Denials.Attempt(deed, below.toString(), null, why)));
        }

        @Override
        public Optional<String> objection(Deed deed, Resource resource) {
            return noted(
                    deed,
                    caller.objection(deed, resource)
                            .map(why ->
                                    new Denials.Attempt(deed, resource.displayName(), null, why)));
        }

        @Override
        public Optional<String> objection(Deed deed, Resource resource, Owner owner) {
            return noted(
                    deed,
                    caller.objection(deed, resource, owner)
                            .map(why ->
                                    new Denials.Attempt(
                                            deed, resource.displayName(), owner.name(), why)));
        }

        private Optional<String> noted(Deed deed, Optional<Denials.Attempt> attempt) {
            if (deed != Deed.READ) {
                attempt.ifPresent(denied -> denials.note(caller, denied));
            }
            return attempt.map(Denials.Attempt::why);
        }
    }
}
