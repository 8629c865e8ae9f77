package holdfast.rulebook;

import holdfast.model.AcquireRequest;
import holdfast.model.EngineId;
import holdfast.model.Hold;
import holdfast.model.LockId;
import holdfast.model.Mode;
import holdfast.model.Note;
import holdfast.model.Owner;
import holdfast.model.OwnerId;
import holdfast.model.Priority;
import holdfast.model.RequestId;
import holdfast.model.Resource;
import holdfast.model.Token;
import holdfast.model.WhenFrozen;
import holdfast.model.WhenHeld;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** An acquire request in the making: exclusive, of normal priority, with a lease of a minute, and gives up, unless said otherwise. */
final class Wish {
    private final Owner owner;
    private final Resource resource;
    private RequestId id;
    private Mode mode = Mode.EXCLUSIVE;
    private @Nullable LockId under;
    private WhenHeld whenHeld = new WhenHeld.GiveUp();
    private WhenFrozen whenFrozen = WhenFrozen.WAIT;
    private Duration lease = Scene.LEASE;
    private Priority priority = Priority.NORMAL;
    private @Nullable Token smallestToken;
    private EngineId engine = Scene.HERE;
    private @Nullable EngineId via;

    Wish(String owner, String resource, String id) {
        this.owner = owner(owner);
        this.resource = Resource.parse(resource);
        this.id = new RequestId(id);
    }

    static Owner owner(String name) {
        return new Owner(new OwnerId("run-of-" + name), name);
    }

    Wish id(String text) {
        id = new RequestId(text);
        return this;
    }

    Wish shared() {
        mode = Mode.SHARED;
        return this;
    }

    Wish under(Hold hold) {
        under = hold.id();
        return this;
    }

    Wish waiting() {
        return waiting(Duration.ofMinutes(10));
    }

    Wish waiting(Duration atMost) {
        whenHeld = new WhenHeld.Wait(atMost);
        return this;
    }

    Wish refusedWhenFrozen() {
        whenFrozen = WhenFrozen.REFUSE;
        return this;
    }

    Wish lease(Duration duration) {
        lease = duration;
        return this;
    }

    Wish priority(Priority level) {
        priority = level;
        return this;
    }

    Wish smallestToken(long value) {
        smallestToken = new Token(value);
        return this;
    }

    /** Asked of another engine, which must confirm what it is granted from the queue. */
    Wish elsewhere() {
        engine = Scene.ELSEWHERE;
        return this;
    }

    /** Asked by a caller over a network: whichever server it reaches decides, and all of them are told. */
    Wish overTheNetwork() {
        via = EngineId.ANY_SERVER;
        return this;
    }

    EngineId engine() {
        return engine;
    }

    EngineId via() {
        return via == null ? engine : via;
    }

    AcquireRequest request() {
        return new AcquireRequest(
                id,
                resource,
                mode,
                owner,
                under,
                whenHeld,
                whenFrozen,
                lease,
                priority,
                Note.because("deploy"),
                smallestToken);
    }
}
