package holdfast.store.sqlite;

import holdfast.store.Change;
import holdfast.store.Commit;
import holdfast.store.records.FateJson;
import holdfast.store.records.HoldJson;
import java.util.List;

/** The JSON of what a commit puts into the file. It depends on nothing in there, so no transaction has to wait for it. */
final class Bodies {
    private static final String NONE = "";

    private Bodies() {}

    /** One for each change. */
    static List<String> of(Commit commit) {
        return commit.changes().stream().map(Bodies::of).toList();
    }

    private static String of(Change change) {
        return switch (change) {
            case Change.Grant grant -> HoldJson.write(grant.draft());
            case Change.Remember remember -> FateJson.write(remember.fate());
            case Change.Audit audit -> NONE;
            case Change.RaiseNumbers raise -> NONE;
            case Change.Amend amend -> NONE;
            case Change.Extend extend -> NONE;
            case Change.End end -> NONE;
            case Change.Join join -> NONE;
            case Change.Touch touch -> NONE;
            case Change.Leave leave -> NONE;
            case Change.DropLapsed drop -> NONE;
        };
    }
}
