package holdfast.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How SQLite runs the statements: by keys and indexes, never along a whole table where that may be long. */
final class StatementsTest {
    /** These go along a whole table on purpose, each with its reason. */
    private static final Set<Sql> SCANS =
            EnumSet.of(
                    Sql.READ_FREEZES, // freezes are few
                    Sql.FORGET_FREEZES,
                    Sql.FORGET_NOTICES, // notices are few, and it is rarely run
                    Sql.READ_AUDIT, // from its newest end, up to the limit
                    Sql.LAPSED_HOLDS, // an index by end would cost every acquire more than
                    // this costs a look now and then
                    Sql.ROOT_OF_LOCK, // likewise, and few ask for it
                    Sql.INSIDERS); // the owners it has just found

    private static List<String> planOf(Sql sql) throws SQLException {
        try (var connection = DriverManager.getConnection("jdbc:sqlite::memory:");
                var statement = connection.createStatement()) {
            statement.executeUpdate(Sql.SCHEMA.text());
            var plan = new ArrayList<String>();
            try (var rows = statement.executeQuery("EXPLAIN QUERY PLAN " + sql.text())) {
                while (rows.next()) {
                    plan.add(rows.getString("detail"));
                }
            }
            return plan;
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Sql.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"SCHEMA", "CREATE_META", "UPGRADE_TO_3", "UPGRADE_TO_4", "UPGRADE_TO_6"})
    void onlyWhatIsShortIsScanned(Sql sql) throws SQLException {
        boolean scans = planOf(sql).stream().anyMatch(step -> step.startsWith("SCAN"));

        assertThat(scans).as("%s: %s", sql, planOf(sql)).isEqualTo(SCANS.contains(sql));
    }

    @Test
    void theEndsAndTheLocksOfAllHoldsAreReadFromAnIndexAlone() throws SQLException {
        assertThat(planOf(Sql.ROOT_OF_LOCK))
                .contains("SCAN holds USING COVERING INDEX holds_by_owner");
        assertThat(planOf(Sql.LAPSED_HOLDS))
                .contains("SCAN holds USING COVERING INDEX holds_by_owner");
    }

    @ParameterizedTest
    @EnumSource(
            value = Sql.class,
            names = {"HEADS", "HEAD_OF_ANOTHER_OWNER", "WAITERS_OF_OWNER"})
    void whoIsFirstIsFoundWithoutSorting(Sql sql) throws SQLException {
        assertThat(planOf(sql)).noneMatch(step -> step.contains("TEMP B-TREE"));
    }
}
