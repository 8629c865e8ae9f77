package holdfast.terraform;

import holdfast.state.SaveRequest;
import holdfast.state.Saver;
import holdfast.state.Writer;
import java.util.LinkedHashMap;
import java.util.Map;

/** Names whose credential something is done with. Where nobody has one, the owner of the lock is who it says. */
final class Credited {
    private Credited() {}

    /** To save, and to keep what is refused. */
    static SaveRequest request(
            Access.Visitor visitor,
            Writer writer,
            SaveRequest.Base base,
            Map<String, String> facts) {
        return SaveRequest.of(writer(visitor, writer), base)
                .during("write")
                .with(facts)
                .keepingWhatIsRefused();
    }

    private static Writer writer(Access.Visitor visitor, Writer writer) {
        return visitor.identity().isEmpty()
                ? writer
                : writer.savedBy(new Saver(visitor.name(), visitor.identity()));
    }

    static Map<String, String> facts(Access.Visitor visitor, Map<String, String> facts) {
        Map<String, String> all = new LinkedHashMap<>(facts);
        if (!visitor.identity().isEmpty()) {
            all.put("identity", visitor.identity());
        }
        return all;
    }
}
