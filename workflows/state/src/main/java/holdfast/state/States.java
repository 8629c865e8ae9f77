package holdfast.state;

import holdfast.model.InvalidRequestException;
import holdfast.model.SubPath;
import holdfast.store.DocumentStore;
import holdfast.store.StoreException;
import java.io.IOException;
import java.io.InputStream;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * States over a store of documents. A late writer is refused by the store itself, whoever asks and however late.
 *
 * <p>Whoever may change a state takes its lock, then calls {@link #stamp}, then loads, and saves on what it loaded. Every method may
 * throw a {@link StoreException}; {@code Corrupted} names the last good version. Safe for use by many threads and processes.
 */
public final class States {
    private static final int MERGES_MAX = 100;

    /** Of a stack's state, so that {@code state.json} fits into one document. */
    private static final int STACK_BYTES_MAX = DocumentStore.BODY_BYTES_MAX - 1_024;

    /** How much of a body lies in memory at once. */
    public static final int PART_BYTES = Bodies.PART_BYTES;

    private final DocumentStore documents;
    private final StateSettings settings;
    private final VersionIds ids;
    private final Pointers pointers;
    private final Records records;
    private final Bodies bodies;
    private final Archive archive;
    private final CurrentCopy copy;
    private final Loading loading;
    private final Saving saving;
    private final Removing removing;
    private final Tidying tidying;
    private final Orphans orphans;

    /** The store stays the caller's to close. */
    public States(DocumentStore documents, StateSettings settings, InstantSource clock) {
        this(documents, settings, new VersionIds(clock), new Pointers(documents));
    }

    private States(
            DocumentStore documents, StateSettings settings, VersionIds ids, Pointers pointers) {
        this.documents = documents;
        this.settings = settings;
        this.ids = ids;
        this.pointers = pointers;
        this.records = new Records(documents);
        this.bodies = new Bodies(documents, settings.keys());
        this.copy = new CurrentCopy(documents, settings.keys());
        this.loading = new Loading(pointers, records, bodies, copy);
        this.archive = new Archive(records, bodies, ids);
        this.orphans = new Orphans(archive, pointers, settings.bytesMax());
        this.saving = new Saving(pointers, archive, orphans);
        this.removing = new Removing(archive);
        this.tidying = new Tidying(pointers, archive, settings);
    }

    /** The same states, by other pointers. */
    States over(Pointers others) {
        return new States(documents, settings, ids, others);
    }

    public Pointer pointer(StateName name) {
        try {
            return pointers.read(name);
        } catch (StoreException.Corrupted e) {
            throw loading.explained(name, e);
        }
    }

    /**
     * Announces a writer: from now on nobody with a smaller token changes what its lock covers. To be done before the state is
     * read that the writer builds on.
     */
    public StampOutcome stamp(StateName name, Writer writer) {
        return change(
                name,
                pointer -> {
                    Optional<StateStamp> fence = pointer.against(writer);
                    if (fence.isPresent()) {
                        return new Pointers.Move.Answer<>(new StampOutcome.Fenced(fence.get()));
                    }
                    StateStamp there = pointer.stamps().get(writer.path());
                    if (there != null && there.token().equals(writer.token())) {
                        return new Pointers.Move.Answer<>(new StampOutcome.Again(pointer));
                    }
                    Pointer next = pointer.stamped(writer.stamp(ids.now(writer.token())));
                    return new Pointers.Move.Put<>(next, new StampOutcome.Stamped(next));
                });
    }

    private <T> T change(StateName name, Function<Pointer, Pointers.Move<T>> decide) {
        try {
            return pointers.change(name, decide);
        } catch (StoreException.Corrupted e) {
            throw loading.explained(name, e);
        }
    }

    /** The same damage, with the last version that is whole and how to get it back. */
    public StoreException.Corrupted explained(StateName name, StoreException.Corrupted damage) {
        return loading.explained(name, damage);
    }

    /** The current version; empty if there is none. */
    public Optional<LoadedState> load(StateName name) {
        return loading.load(name);
    }

    /** The body of a version, as a stream that ends in an exception if it is not what was saved. */
    public InputStream open(StateVersion version) {
        return bodies.open(version);
    }

    public byte[] read(StateVersion version) {
        return bodies.read(version);
    }

    /** Saves what a stream gives, byte for byte. */
    public SaveOutcome save(StateName name, SaveRequest request, InputStream body)
            throws IOException {
        if (name.kind() == StateName.Kind.STACK) {
            return save(name, request, stackBody(body));
        }
        SaveOutcome outcome = saving.save(name, request, body, settings.bytesMax());
        tidying.after(name, outcome);
        return outcome;
    }

    /**
     * Saves a state. Of a stack, under a lock that covers only a path: what the writer changed there is put into what others saved
     * meanwhile.
     *
     * @throws InvalidRequestException if it is no state, or not of this stack, or changes what its lock does not cover
     */
    public SaveOutcome save(StateName name, SaveRequest request, byte[] body) {
        SaveOutcome outcome =
                switch (name.kind()) {
                    case TERRAFORM -> saving.save(name, request, body, settings.bytesMax());
                    case STACK -> saveStack(name, request, body);
                };
        tidying.after(name, outcome);
        return outcome;
    }

    private int stackBytesMax() {
        return (int) Math.min(STACK_BYTES_MAX, settings.bytesMax());
    }

    /** The body of a stack's state. */
    byte[] stackBody(InputStream body) throws IOException {
        byte[] read = body.readNBytes(stackBytesMax() + 1);
        requireFits(read);
        return read;
    }

    private void requireFits(byte[] body) {
        if (body.length > stackBytesMax()) {
            throw new TooLargeException(stackBytesMax());
        }
    }

    private SaveOutcome saveStack(StateName name, SaveRequest request, byte[] body) {
        requireFits(body);
        StateDocument mine = StateDocument.parse(body);
        return request.writer().path().isWhole()
                ? commit(name, request, mine)
                : saveMerged(name, request, mine);
    }

    private SaveOutcome commit(StateName name, SaveRequest request, StateDocument document) {
        byte[] body = document.prepared(name, request.writer().saver().name(), ids.now()).toJson();
        SaveOutcome outcome = saving.save(name, request, body, stackBytesMax());
        switch (outcome) {
            case SaveOutcome.Saved saved -> follow(name, saved.version(), body);
            case SaveOutcome.Unchanged same -> follow(name, same.version(), body);
            case SaveOutcome.Fenced fenced -> {}
            case SaveOutcome.Changed changed -> {}
        }
        return outcome;
    }

    private void follow(StateName name, StateVersion version, byte[] body) {
        copy.follow(name, version, body, () -> pointers.read(name).current());
    }

    private SaveOutcome saveMerged(StateName name, SaveRequest request, StateDocument mine) {
        StateDocument base = base(name, request.base());
        for (int attempt = 0; attempt < MERGES_MAX; attempt++) {
            Optional<LoadedState> current = load(name);
            @Nullable StateVersion version = current.map(LoadedState::version).orElse(null);
            StateDocument now =
                    current.map(found -> StateDocument.parse(found.body()))
                            .orElseGet(StateDocument::empty);
            StateDocument from = base == null ? now : base;
            SubPath path = request.writer().path();
            StateDocument whole = mine.isPulled() ? mine : mine.completed(path, from);
            Optional<StateDocument> merged = new StateMerge(path, from, whole, now).merged();
            if (merged.isEmpty()) {
                return new SaveOutcome.Changed(version, null);
            }
            SaveRequest onNow = request.on(SaveRequest.Base.of(version));
            SaveOutcome outcome = commit(name, onNow, merged.get());
            if (!(outcome instanceof SaveOutcome.Changed)) {
                return outcome;
            }
        }
        throw new StoreException.Unavailable(
                "others saved '" + name + "' " + MERGES_MAX + " times while this was tried", null);
    }

    /** What the writer built on; null if it is whatever is there now. */
    private @Nullable StateDocument base(StateName name, SaveRequest.Base base) {
        return switch (base) {
            case SaveRequest.Base.Loaded loaded ->
                    StateDocument.parse(bodies.read(version(name, loaded.id())));
            case SaveRequest.Base.Nothing nothing -> StateDocument.empty();
            case SaveRequest.Base.Anything anything -> null;
            case SaveRequest.Base.Where where -> null;
        };
    }

    /** Removes the current state. Its history stays for as long as the retention says. Under one lock it is removed once. */
    public SaveOutcome remove(StateName name, Writer writer) {
        writer.requireWhole("removed");
        SaveOutcome outcome = change(name, pointer -> removing.decide(name, pointer, writer));
        if (name.kind() == StateName.Kind.STACK && outcome instanceof SaveOutcome.Saved) {
            copy.follow(name, null, null, () -> pointers.read(name).current());
        }
        return outcome;
    }

    /** What this lock removed, if nobody did anything since: whoever asks again did not hear that it is done. */
    public Optional<StateVersion> removedBy(StateName name, String lock) {
        return removing.removedBy(name, pointer(name), lock);
    }

    /** Versions that were current, newest first, also of a state that was removed; as far as they can be read. */
    public List<StateVersion> history(StateName name, int limit) {
        return lookBack(name, limit).versions();
    }

    /** The same, and what cannot be read of it. */
    public StateHistory lookBack(StateName name, int limit) {
        return loading.history(name, limit);
    }

    /** The version with this id: of the history, a backup, or an orphan. */
    public StateVersion version(StateName name, String id) {
        return loading.find(name, id)
                .orElseThrow(() ->
                        new InvalidRequestException(
                                "there is no version '" + id + "' of the state '" + name + "'"));
    }

    /** The version that the writer of this stamp saved last; empty if it saved none. */
    Optional<StateVersion> savedWith(StateName name, StateStamp stamp) {
        return records.at(name, stamp.at())
                .filter(version -> version.lock().equals(stamp.lock()))
                .filter(version -> version.path().equals(stamp.path().text()));
    }

    boolean isWhole(StateVersion version) {
        return bodies.isWhole(version);
    }

    /** Whether the current version can be had as it was saved, also from where people look for it. */
    public boolean isSound(StateName name, StateVersion current) {
        try {
            return isWhole(current)
                    && (name.kind() == StateName.Kind.TERRAFORM || load(name).isPresent());
        } catch (StoreException.Corrupted e) {
            return false;
        }
    }

    /** The current version; empty also if that is not known, because the pointer is damaged. */
    public Optional<StateVersion> currentIfKnown(StateName name) {
        return loading.currentIfKnown(name);
    }

    /** The current version, once it is certain that its body is what was saved. Empty if there is none. */
    public Optional<StateVersion> check(StateName name) {
        return loading.check(name);
    }

    /** Copies the current version to where no retention reaches, unless that was done. Empty if there is none. */
    public Optional<StateVersion> backup(StateName name, String by) {
        return new Backups(archive, loading).make(name, by);
    }

    public List<StateVersion> backups(StateName name) {
        return loading.all(Shelf.BACKUPS, name);
    }

    /** Bodies that were refused, since their writers had lost their locks: they may describe what really exists. */
    public List<StateVersion> orphans(StateName name) {
        return loading.all(Shelf.ORPHANS, name);
    }

    /**
     * Keeps what someone sent that cannot be saved, for people to recover, in the place of what the same sent before. Answers its
     * id, or that of the same or a later one that is kept already; empty if too much is kept.
     */
    public Optional<String> keepOrphan(StateName name, OrphanNote note, InputStream body)
            throws IOException {
        return orphans.keep(name, note, body, settings.bytesMax());
    }

    /** Takes away for good what was kept. Answers whether it was there. */
    public boolean dropOrphan(StateName name, String id) {
        return orphans.drop(name, id);
    }

    /**
     * Makes an earlier version the current one again, as a new version. Also when the current one, or the pointer itself, is
     * damaged. A state of Terraform's gets a serial above all that it had, so that no plan that was saved before fits it.
     */
    public SaveOutcome restore(StateName name, Writer writer, RestorePoint point) {
        return restoring().restore(name, writer, point);
    }

    /** The version that a restore would bring back. */
    StateVersion meant(StateName name, RestorePoint point) {
        return restoring().find(name, point);
    }

    private Restoring restoring() {
        return new Restoring(this, pointers, loading);
    }

    /** In what two versions differ. */
    public List<StateDifference> diff(StateName name, String before, String after) {
        return diff(bodies.read(version(name, before)), bodies.read(version(name, after)));
    }

    public static List<StateDifference> diff(byte[] before, byte[] after) {
        try {
            return StateDifference.between(before, after);
        } catch (IllegalArgumentException e) {
            throw new InvalidRequestException(
                    "what is not JSON cannot be compared: " + e.getMessage());
        }
    }

    /** The names of all states that have or had a version, or a writer. */
    public List<StateName> names() {
        var names = new ArrayList<StateName>();
        for (StateName.Kind kind : StateName.Kind.values()) {
            new StateNames(documents, kind).forEach(names::add);
        }
        return names;
    }

    /** Those of which anything was ever saved or kept, with their current versions. One that is damaged hides no other. */
    public List<StateEntry> entries() {
        return names().stream().flatMap(name -> entry(name).stream()).toList();
    }

    /** Empty if nothing was ever saved or kept of it. */
    public Optional<StateEntry> entry(StateName name) {
        return loading.entry(name);
    }

    public long bytesMax() {
        return settings.bytesMax();
    }

    /**
     * Takes away versions that have not been current for longer than the retention, and orphans that are older, and bodies that
     * no record names. The current one and backups stay. Answers how many went.
     */
    public int sweep(StateName name) {
        return tidying.sweep(name);
    }

    /**
     * Puts Pulumi's files into the {@code pulumi/} folder of a stack, as they are, for Pulumi to go on there. Never with keys:
     * what this encrypts Pulumi could not read.
     */
    void putPulumi(StateName name, PulumiFiles files) throws IOException {
        if (settings.keys().first().isPresent() && !files.announced().isEmpty()) {
            throw new InvalidRequestException(
                    "states are encrypted here, and Pulumi could not read its own: keep them elsewhere");
        }
        new PulumiFolder(documents).put(name, files);
    }
}
