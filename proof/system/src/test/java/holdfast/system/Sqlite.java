package holdfast.system;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** The file as SQLite itself sees it, past the product. */
final class Sqlite {
    private Sqlite() {}

    /** The first column of the first row. */
    static String ask(Path file, String question) throws SQLException {
        try (Connection connection = open(file);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(question)) {
            rows.next();
            return rows.getString(1);
        }
    }

    static void run(Path file, String... statements) throws SQLException {
        try (Connection connection = open(file);
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.executeUpdate(sql);
            }
        }
    }

    private static Connection open(Path file) throws SQLException {
        Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        try (Statement statement = connection.createStatement()) {
            statement.execute("PRAGMA busy_timeout = 60000");
        }
        return connection;
    }
}
