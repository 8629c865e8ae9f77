package holdfast;

import holdfast.engine.HeldLock;
import holdfast.engine.HoldOutcome;
import holdfast.model.AcquireOutcome;
import holdfast.model.AcquireRequest;
import holdfast.model.LockId;
import holdfast.model.Mode;
import holdfast.model.Note;
import holdfast.model.Owner;
import holdfast.model.OwnerUse;
import holdfast.model.Priority;
import holdfast.model.RequestId;
import holdfast.model.Resource;
import holdfast.model.Token;
import holdfast.model.WhenFrozen;
import holdfast.model.WhenHeld;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A request in the making. Each method gives a changed copy; nothing happens before {@code take}, {@code takeOrThrow} or
 * {@code acquireDetached}. Without further words: exclusive, normal priority, no waiting, a lease of 60 s, a new owner.
 */
public final class LockRequest {
    public static final Duration LEASE = Duration.ofSeconds(60);

    private final Holdfast holdfast;
    private final Parts parts;

    private record Parts(
            Resource resource,
            Mode mode,
            @Nullable Owner owner,
            @Nullable LockId under,
            WhenHeld whenHeld,
            WhenFrozen whenFrozen,
            Duration lease,
            Priority priority,
            Note note,
            @Nullable RequestId id,
            @Nullable Token smallestToken) {}

    private LockRequest(Holdfast holdfast, Parts parts) {
        this.holdfast = holdfast;
        this.parts = parts;
    }

    static LockRequest of(Holdfast holdfast, Resource resource) {
        return new LockRequest(
                holdfast,
                new Parts(
                        resource,
                        Mode.EXCLUSIVE,
                        null,
                        null,
                        new WhenHeld.GiveUp(),
                        WhenFrozen.WAIT,
                        LEASE,
                        Priority.NORMAL,
                        Note.NONE,
                        null,
                        null));
    }

    private LockRequest with(UnaryOperator<Parts> change) {
        return new LockRequest(holdfast, change.apply(parts));
    }

    /** Others may share it; only exclusive requests are kept out. */
    public LockRequest shared() {
        return with(p ->
                new Parts(
                        p.resource,
                        Mode.SHARED,
                        p.owner,
                        p.under,
                        p.whenHeld,
                        p.whenFrozen,
                        p.lease,
                        p.priority,
                        p.note,
                        p.id,
                        p.smallestToken));
    }

    /** Waits in line for so long if the lock is not free. */
    public LockRequest waitAtMost(Duration wait) {
        return with(p ->
                new Parts(
                        p.resource,
                        p.mode,
                        p.owner,
                        p.under,
                        new WhenHeld.Wait(wait),
                        p.whenFrozen,
                        p.lease,
                        p.priority,
                        p.note,
                        p.id,
                        p.smallestToken));
    }

    /** Is refused at once when a freeze is in the way, instead of waiting for its end. */
    public LockRequest refuseWhenFrozen() {
        return with(p ->
                new Parts(
                        p.resource,
                        p.mode,
                        p.owner,
                        p.under,
                        p.whenHeld,
                        WhenFrozen.REFUSE,
                        p.lease,
                        p.priority,
                        p.note,
                        p.id,
                        p.smallestToken));
    }

    public LockRequest lease(Duration lease) {
        return with(p ->
                new Parts(
                        p.resource,
                        p.mode,
                        p.owner,
                        p.under,
                        p.whenHeld,
                        p.whenFrozen,
                        lease,
                        p.priority,
                        p.note,
                        p.id,
                        p.smallestToken));
    }

    public LockRequest priority(Priority priority) {
        return with(p ->
                new Parts(
                        p.resource,
                        p.mode,
                        p.owner,
                        p.under,
                        p.whenHeld,
                        p.whenFrozen,
                        p.lease,
                        priority,
                        p.note,
                        p.id,
                        p.smallestToken));
    }

    /** What people who meet this lock should read. */
    public LockRequest reason(String reason) {
        return note(new Note(reason, parts.note.metadata()));
    }

    public LockRequest metadata(String key, String value) {
        Map<String, String> metadata = new TreeMap<>(parts.note.metadata());
        metadata.put(key, value);
        return note(new Note(parts.note.reason(), metadata));
    }

    private LockRequest note(Note note) {
        return with(p ->
                new Parts(
                        p.resource,
                        p.mode,
                        p.owner,
                        p.under,
                        p.whenHeld,
                        p.whenFrozen,
                        p.lease,
                        p.priority,
                        note,
                        p.id,
                        p.smallestToken));
    }

    /** Requests of one owner never stand in each other's way. */
    public LockRequest ownedBy(Owner owner) {
        return with(p ->
                new Parts(
                        p.resource,
                        p.mode,
                        owner,
                        p.under,
                        p.whenHeld,
                        p.whenFrozen,
                        p.lease,
                        p.priority,
                        p.note,
                        p.id,
                        p.smallestToken));
    }

    /** Claims more as the owner of this lock, which must still be held. */
    public LockRequest under(HeldLock lock) {
        return under(lock.owner(), lock.id());
    }

    public LockRequest under(Owner owner, LockId lock) {
        return with(p ->
                new Parts(
                        p.resource,
                        p.mode,
                        owner,
                        lock,
                        p.whenHeld,
                        p.whenFrozen,
                        p.lease,
                        p.priority,
                        p.note,
                        p.id,
                        p.smallestToken));
    }

    /** Names the claim, so that a repetition after a crash gets the first answer again. */
    public LockRequest id(RequestId id) {
        return with(p ->
                new Parts(
                        p.resource,
                        p.mode,
                        p.owner,
                        p.under,
                        p.whenHeld,
                        p.whenFrozen,
                        p.lease,
                        p.priority,
                        p.note,
                        id,
                        p.smallestToken));
    }

    /** The grant's token must not be smaller than this, even if the store lost its memory. */
    public LockRequest tokenAtLeast(Token token) {
        return with(p ->
                new Parts(
                        p.resource,
                        p.mode,
                        p.owner,
                        p.under,
                        p.whenHeld,
                        p.whenFrozen,
                        p.lease,
                        p.priority,
                        p.note,
                        p.id,
                        token));
    }

    Owner owner() {
        return parts.owner == null ? Holdfast.newOwner() : parts.owner;
    }

    /**
     * A version 7 UUID, which begins with the time: what a store keeps by request then lies together if it came together. Nothing
     * is decided by it.
     */
    private static RequestId newRequestId() {
        UUID random = UUID.randomUUID();
        long time = System.currentTimeMillis() << 16;
        long chance = random.getMostSignificantBits() & 0x0fff;
        var id = new UUID(time | 0x7000 | chance, random.getLeastSignificantBits());
        return new RequestId(id.toString());
    }

    /** The request as the engine takes it. */
    public AcquireRequest toRequest() {
        return toRequest(OwnerUse.PERHAPS_AGAIN);
    }

    /** The request of an owner that nobody else gets to know before it has its answer. */
    private AcquireRequest onlyHere() {
        return toRequest(parts.owner == null ? OwnerUse.ONCE : OwnerUse.PERHAPS_AGAIN);
    }

    private AcquireRequest toRequest(OwnerUse ownerUse) {
        RequestId id = parts.id == null ? newRequestId() : parts.id;
        return new AcquireRequest(
                id,
                parts.resource,
                parts.mode,
                owner(),
                parts.under,
                parts.whenHeld,
                parts.whenFrozen,
                parts.lease,
                parts.priority,
                parts.note,
                parts.smallestToken,
                ownerUse);
    }

    /** Takes the lock and keeps it alive until it is closed, or says why not. */
    public HoldOutcome take() throws InterruptedException {
        return holdfast.locks().hold(onlyHere());
    }

    public HeldLock takeOrThrow() throws InterruptedException, LockRefusedException {
        return switch (take()) {
            case HoldOutcome.Taken taken -> Holdfast.locksOf(taken).get(0);
            case HoldOutcome.Refused refused -> throw new LockRefusedException(refused.refusal());
        };
    }

    /** Acquires a lock that outlives this process for its lease; nobody keeps it alive. */
    public AcquireOutcome acquireDetached() throws InterruptedException {
        return holdfast.locks().acquire(onlyHere());
    }
}
