package holdfast.store.sqlite;

import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A write that is one step and has one answer. */
final class AnsweredWrite<T> implements Write {
    private final Step<T> step;
    private @Nullable T answer;

    private AnsweredWrite(Step<T> step) {
        this.step = step;
    }

    interface Step<T> {
        T in(Transaction transaction) throws SQLException;
    }

    /** Returns when the step is on disk. */
    static <T> T make(SqliteAccess access, Step<T> step) {
        var write = new AnsweredWrite<>(step);
        access.write(List.of(write));
        return Objects.requireNonNull(write.answer);
    }

    @Override
    public Turn turn() {
        return Turn.FIRST;
    }

    @Override
    public void apply(Transaction transaction) throws SQLException {
        answer = step.in(transaction);
    }
}
