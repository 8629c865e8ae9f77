package holdfast.rulebook;

import holdfast.model.EngineId;
import holdfast.model.Freezes;

/**
 * What a decision needs beside the root and the request.
 *
 * @param engine who decides: its own waiters need not confirm a grant
 * @param freezes a grant is bound to be committed while this list is fresh
 * @param salt makes lock ids differ
 * @param via through whom the one who asks is told of its grant: the engine itself, unless the asker is elsewhere
 */
public record Circumstances(EngineId engine, Freezes freezes, long salt, EngineId via) {
    public Circumstances(EngineId engine, Freezes freezes, long salt) {
        this(engine, freezes, salt, engine);
    }

    public Circumstances askedVia(EngineId other) {
        return new Circumstances(engine, freezes, salt, other);
    }

    /** 32 well-mixed bits for the n-th lock id of a decision. */
    int hash(int n) {
        long mixed = (salt + n) * 0x9E3779B97F4A7C15L;
        mixed ^= mixed >>> 32;
        return (int) ((mixed * 0xD6E8FEB86659FD93L) >>> 32);
    }
}
