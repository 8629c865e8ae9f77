package holdfast.cli;

import holdfast.state.StateName;
import holdfast.state.StateVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Says what was done to a state, and what people should know of it. */
record StateNews(StateName name, Deed deed) {
    /** What was asked for. */
    enum Deed {
        PUSH,
        IMPORT,
        RESTORE,
        REMOVE
    }

    /** @param version the new one; the one that was, for a state that was removed */
    List<String> done(StateVersion version) {
        var news = new ArrayList<String>();
        news.add(
                switch (deed) {
                    case PUSH -> "saved '" + name + "' as version " + version.id();
                    case IMPORT -> "took over '" + name + "' as version " + version.id();
                    case RESTORE ->
                            "restored '"
                                    + name
                                    + "' to "
                                    + version.facts().get("restored_from")
                                    + ", as version "
                                    + version.id();
                    case REMOVE ->
                            "removed '"
                                    + name
                                    + "', which was at version "
                                    + version.id()
                                    + ". To get it back: holdfast state restore "
                                    + name
                                    + " --to "
                                    + version.id();
                });
        if (deed == Deed.RESTORE && name.kind() == StateName.Kind.TERRAFORM) {
            news.add(serial(version.facts()));
        }
        String alarm = version.facts().get("alarm");
        if (alarm != null && deed != Deed.REMOVE) {
            news.add("'" + name + "': " + alarm);
        }
        return news;
    }

    private static String serial(Map<String, String> facts) {
        String before = facts.get("serial_was");
        return before == null
                ? "its bytes are as they were, with its old serial: THROW AWAY PLANS that were saved"
                        + " before (plan -out), Terraform may take them for fresh"
                : "its serial is "
                        + facts.get("serial")
                        + " now, not "
                        + before
                        + ": plans that were saved before do not fit it";
    }

    String unchanged(StateVersion version) {
        return "'" + name + "' is so already, since version " + version.id();
    }
}
