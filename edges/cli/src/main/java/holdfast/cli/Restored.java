package holdfast.cli;

import holdfast.state.StateName;
import holdfast.state.StateVersion;
import java.util.Map;

/** Says what people should know of a version that became the current one again. */
final class Restored {
    private Restored() {}

    static void tell(Terminal terminal, StateName name, StateVersion version) {
        if (name.kind() == StateName.Kind.TERRAFORM) {
            Map<String, String> facts = version.facts();
            String before = facts.get("serial_was");
            terminal.say(
                    before == null
                            ? "its bytes are as they were, with its old serial: THROW AWAY PLANS that were saved"
                                    + " before (plan -out), Terraform may take them for fresh"
                            : "its serial is "
                                    + facts.get("serial")
                                    + " now, not "
                                    + before
                                    + ": plans that were saved before do not fit it");
            String alarm = facts.get("alarm");
            if (alarm != null) {
                terminal.say("'" + name + "': " + alarm);
            }
        }
    }
}
