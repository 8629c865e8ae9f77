package holdfast.engine;

import holdfast.model.InvalidRequestException;
import holdfast.model.Length;
import holdfast.rulebook.Rules;
import holdfast.rulebook.VictimPolicy;
import java.time.Duration;

/**
 * How an engine behaves.
 *
 * @param ticketTouch how often a place in line is touched, which is also how often a waiter looks again
 * @param staleAfter how long without a heartbeat until a live hold is called stale
 * @param deadlockScan how often cycles are searched that formed across engines
 * @param sweep how often lapsed holds and places are cleared away
 * @param commitAttemptsMax how often a decision that others overtook is made anew
 */
public record EngineSettings(
        Rules rules,
        Heartbeat heartbeat,
        Duration ticketTouch,
        Duration staleAfter,
        VictimPolicy victimPolicy,
        Duration deadlockScan,
        Duration sweep,
        int commitAttemptsMax) {
    public static final EngineSettings DEFAULT =
            new EngineSettings(
                    Rules.DEFAULT,
                    Heartbeat.atThirdOfLease(),
                    Duration.ofSeconds(10),
                    Duration.ofMinutes(2),
                    VictimPolicy.NEWEST,
                    Duration.ofSeconds(30),
                    Duration.ofSeconds(30),
                    1_000);

    public EngineSettings {
        // Liveness: two touches in a row may be lost without losing the place in line.
        if (ticketTouch.multipliedBy(3).compareTo(rules.ticketLease()) > 0) {
            throw new InvalidRequestException(
                    "three touches of "
                            + Length.inWords(ticketTouch)
                            + " do not fit into the ticket lease of "
                            + Length.inWords(rules.ticketLease()));
        }
        // Liveness: a grantee that hears nothing finds its grant by its next touch, before the
        // claim deadline.
        if (ticketTouch.multipliedBy(2).compareTo(rules.claimDeadline()) > 0) {
            throw new InvalidRequestException(
                    "two touches of "
                            + Length.inWords(ticketTouch)
                            + " do not fit into the claim deadline of "
                            + Length.inWords(rules.claimDeadline()));
        }
    }

    public EngineSettings withRules(Rules other) {
        return new EngineSettings(
                other,
                heartbeat,
                ticketTouch,
                staleAfter,
                victimPolicy,
                deadlockScan,
                sweep,
                commitAttemptsMax);
    }

    public EngineSettings withHeartbeat(Heartbeat other) {
        return new EngineSettings(
                rules,
                other,
                ticketTouch,
                staleAfter,
                victimPolicy,
                deadlockScan,
                sweep,
                commitAttemptsMax);
    }

    public EngineSettings withVictimPolicy(VictimPolicy other) {
        return new EngineSettings(
                rules,
                heartbeat,
                ticketTouch,
                staleAfter,
                other,
                deadlockScan,
                sweep,
                commitAttemptsMax);
    }
}
