package holdfast.store.redis;

import holdfast.model.Claim;
import holdfast.model.HoldDraft;
import holdfast.model.LockId;
import holdfast.model.StoreTime;
import holdfast.model.Terms;
import holdfast.store.records.HoldJson;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is written of a hold when it is granted. Times stand in front of it, which only the script knows.
 *
 * @param lease in microseconds
 * @param frame behind its three times
 * @param lock the id of the lock behind its time
 */
record GrantTexts(long lease, String frame, String lock, String body) {
    private static final StoreTime UNSTAMPED = new StoreTime(0);

    static GrantTexts of(HoldDraft draft) {
        String id = LockId.of(UNSTAMPED, draft.owner().name(), draft.hash()).text();
        String lock = "000" + id.substring("lock_0".length());
        return new GrantTexts(
                Micros.count(firstLease(draft)),
                frameOf(draft),
                lock,
                lock + "\n" + HoldJson.write(draft));
    }

    /** A new hold begins now, so its tenure is as good as a lease. */
    private static Duration firstLease(HoldDraft draft) {
        @Nullable Duration tenure = draft.terms().tenure();
        return tenure == null || tenure.compareTo(draft.firstLease()) > 0
                ? draft.firstLease()
                : tenure;
    }

    private static String frameOf(HoldDraft draft) {
        return " "
                + draft.standing().name().charAt(0)
                + " "
                + tenure(draft.terms())
                + " "
                + draft.owner().id()
                + asked(draft.claims());
    }

    static String tenure(Terms terms) {
        @Nullable Duration tenure = terms.tenure();
        return Micros.padded(tenure == null ? 0 : Micros.count(tenure));
    }

    /** Each behind an end of line. */
    static String asked(List<Claim> claims) {
        var text = new StringBuilder();
        claims.forEach(claim -> text.append('\n').append(claim.request().text()));
        return text.toString();
    }
}
