package holdfast.app;

import holdfast.model.Owner;
import holdfast.model.Resource;
import holdfast.model.Root;
import holdfast.model.SubPath;
import holdfast.server.Caller;
import holdfast.server.Deed;
import holdfast.server.Gate;
import holdfast.terraform.Access;
import java.nio.charset.StandardCharsets;
import java.security.cert.Certificate;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;

/** Lets into Terraform's back end whom the server lets in. Terraform can send a token only as a password. */
final class TerraformAccess implements Access {
    private static final String BASIC = "basic ";

    private final Gate gate;

    TerraformAccess(Gate gate) {
        this.gate = gate;
    }

    @Override
    public Optional<Visitor> admit(
            Optional<String> authorization, Optional<Certificate[]> certificates) {
        try {
            Caller caller =
                    gate.admit(
                            Gate.Credential.of(
                                    authorization.map(TerraformAccess::asBearer), certificates));
            return Optional.of(new CallerVisitor(caller));
        } catch (Gate.Denied e) {
            if (e.why() == Gate.Denied.Why.UNDECIDED) {
                throw new Undecided(String.valueOf(e.getMessage()));
            }
            return Optional.empty();
        }
    }

    /** The password of Basic is the token; whoever sends a header of its own sends it as such. */
    static String asBearer(String authorization) {
        if (!authorization.regionMatches(true, 0, BASIC, 0, BASIC.length())) {
            return authorization;
        }
        try {
            byte[] pair =
                    Base64.getDecoder().decode(authorization.substring(BASIC.length()).strip());
            String text = new String(pair, StandardCharsets.UTF_8);
            return "Bearer " + text.substring(text.indexOf(':') + 1);
        } catch (IllegalArgumentException e) {
            return authorization;
        }
    }

    private record CallerVisitor(Caller caller) implements Visitor {
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
        public Optional<String> objection(Access.Right right, Root root) {
            return caller.objection(
                    switch (right) {
                        case READ -> Deed.READ;
                        case LOCK, WRITE -> Deed.ACQUIRE;
                        case REMOVE -> Deed.RESTORE;
                        case FORCE_UNLOCK -> Deed.FORCE_UNLOCK;
                    },
                    new Resource(root, SubPath.WHOLE));
        }
    }
}
