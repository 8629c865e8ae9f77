package holdfast.model;

import org.jspecify.annotations.Nullable;

/** What became of a request, kept so that its repetition gets the first answer again. */
public sealed interface Fate {
    /** It waits, or it is a claim of a hold; the root shows which. */
    record Live() implements Fate {}

    /** It is over. The lock id and the token are those it was granted, or null when it never was. */
    record Ended(@Nullable LockId lock, @Nullable Token token, Ending ending) implements Fate {}
}
