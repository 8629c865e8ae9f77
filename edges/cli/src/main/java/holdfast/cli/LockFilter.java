package holdfast.cli;

import holdfast.model.Hold;
import holdfast.model.InvalidRequestException;
import holdfast.model.Prefix;
import holdfast.model.keys.Keys;
import java.util.Locale;
import java.util.function.Predicate;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** One wish about which locks to show, such as {@code status=active}. */
record LockFilter(Predicate<LockRow> wish) {
    /** The states of a lock that somebody holds. */
    private static final String ACTIVE = "active";

    boolean test(LockRow row) {
        return wish.test(row);
    }

    /** Reads {@code field=value}. */
    static final class Converter implements ITypeConverter<LockFilter> {
        @Override
        public LockFilter convert(String text) {
            int equals = text.indexOf('=');
            if (equals < 0) {
                throw unknown(text);
            }
            String value = text.substring(equals + 1);
            return new LockFilter(
                    switch (text.substring(0, equals)) {
                        case "status", "state" -> status(value);
                        case "owner" -> row -> isOwner(row.hold(), value);
                        case "mode" -> row -> Json.word(row.hold().mode()).equals(value);
                        case "priority" -> row -> Json.word(row.hold().priority()).equals(value);
                        case "resource" -> below(value);
                        default -> throw unknown(text);
                    });
        }

        private static TypeConversionException unknown(String text) {
            return new TypeConversionException(
                    "'"
                            + text
                            + "' is no filter: write status=, owner=, mode=, priority= or resource=");
        }

        private static Predicate<LockRow> status(String value) {
            if (value.equals(ACTIVE)) {
                return row ->
                        switch (row.state()) {
                            case ACQUIRED, STALE, PENDING -> true;
                            case EXPIRED, QUARANTINE -> false;
                        };
            }
            try {
                LockState state = LockState.valueOf(value.toUpperCase(Locale.ROOT));
                return row -> row.state() == state;
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(
                        "'"
                                + value
                                + "' is no status: write active, acquired, pending, stale, expired or quarantine");
            }
        }

        private static boolean isOwner(Hold hold, String value) {
            return hold.owner().name().equals(value) || hold.owner().id().text().equals(value);
        }

        private static Predicate<LockRow> below(String value) {
            try {
                var prefix = new Prefix(Keys.parse(value).text());
                return row -> prefix.covers(row.hold().resource());
            } catch (InvalidRequestException e) {
                throw new TypeConversionException(e.getMessage());
            }
        }
    }
}
