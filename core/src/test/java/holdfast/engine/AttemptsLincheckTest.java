package holdfast.engine;

import static holdfast.engine.Stubs.check;
import static holdfast.engine.Stubs.together;

import holdfast.model.RequestId;
import java.time.Duration;
import org.jetbrains.lincheck.Lincheck;
import org.junit.jupiter.api.Test;

/**
 * What several calls under one request id, and the withdrawal of what one of them left behind, do at the same time.
 *
 * <ul>
 *   <li>owe and end, against got and end: what one call got is not withdrawn by another.
 *   <li>owe and end, twice: what nobody got is withdrawn exactly once.
 *   <li>begin, against a withdrawal: no call is inside while it is made.
 * </ul>
 */
final class AttemptsLincheckTest {
    private static final int ORDERS = 1_000;
    private static final RequestId ID = new RequestId("request-1");

    private final Attempts attempts = new Attempts(new BlockingHost());
    private int withdrawals;
    private boolean inside;
    private boolean withdrawing;

    @Test
    void whatOneCallGotIsNotWithdrawnByAnother() {
        Lincheck.runConcurrentTest(ORDERS, () -> new AttemptsLincheckTest().oneGetsIt());
    }

    private void oneGetsIt() {
        begin();
        begin();
        together(
                () -> {
                    attempts.got(ID);
                    end();
                },
                () -> {
                    attempts.owe(ID, Attempts.Debt.WITHDRAW_NOW);
                    end();
                });
        check(withdrawals == 0, "withdrawn under the feet of its holder");
    }

    @Test
    void whatNobodyGotIsWithdrawnOnce() {
        Lincheck.runConcurrentTest(ORDERS, () -> new AttemptsLincheckTest().nobodyGetsIt());
    }

    private void nobodyGetsIt() {
        begin();
        begin();
        Runnable giveUp =
                () -> {
                    attempts.owe(ID, Attempts.Debt.WITHDRAW_NOW);
                    end();
                };
        together(giveUp, giveUp);
        check(withdrawals == 1, withdrawals + " withdrawals");
    }

    @Test
    void noCallIsInsideWhileAWithdrawalIsMade() {
        Lincheck.runConcurrentTest(
                ORDERS, () -> new AttemptsLincheckTest().callAgainstWithdrawal());
    }

    private void callAgainstWithdrawal() {
        check(attempts.withdrawLater(ID), "nothing is under way");
        together(
                () -> {
                    if (attempts.beginWithdrawal(ID)) {
                        withdraw();
                    }
                },
                () -> {
                    begin();
                    check(!withdrawing, "began in the middle of a withdrawal");
                    inside = true;
                    attempts.got(ID);
                    inside = false;
                    end();
                });
        check(!attempts.beginWithdrawal(ID), "the withdrawal was made or called off");
    }

    private void begin() {
        try {
            attempts.begin(ID);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private void end() {
        if (attempts.end(ID) == Attempts.Debt.WITHDRAW_NOW) {
            withdraw();
        }
    }

    private void withdraw() {
        withdrawing = true;
        check(!inside, "a call is inside");
        withdrawals++;
        withdrawing = false;
        attempts.withdrawn(ID);
    }

    /** A host with signals that wait for a raise, however long. */
    private static final class BlockingHost implements EngineHost {
        @Override
        public long monotonicNanos() {
            return 0;
        }

        @Override
        public long wallNanos() {
            return 0;
        }

        @Override
        public long random() {
            return 1;
        }

        @Override
        public Signal newSignal() {
            return new MonitorSignal();
        }

        @Override
        public void start(String name, Runnable loop) {
            throw new AssertionError("nothing is started here");
        }
    }

    private static final class MonitorSignal implements EngineHost.Signal {
        private boolean raised;

        @Override
        public synchronized void raise() {
            raised = true;
            notifyAll();
        }

        @Override
        public synchronized void await(Duration atMost) throws InterruptedException {
            while (!raised) {
                wait();
            }
            raised = false;
        }
    }
}
