package holdfast.state;

/** Where versions lie: those that were current, copies that people asked for, and those that were refused. */
enum Shelf {
    HISTORY("history"),
    BACKUPS("backups"),
    ORPHANS("orphans");

    private final String folder;

    Shelf(String folder) {
        this.folder = folder;
    }

    String bodyKey(StateName name, String id) {
        return bodiesFolder(name) + id + name.kind().extension();
    }

    String bodiesFolder(StateName name) {
        return name.folder() + folder + "/";
    }

    String recordsFolder(StateName name) {
        return name.folder() + "records/" + folder + "/";
    }
}
