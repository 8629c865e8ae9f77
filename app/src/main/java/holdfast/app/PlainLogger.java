package holdfast.app;

import java.io.PrintStream;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;

/** Prints lines such as {@code holdfast: warning: the store fails}. */
final class PlainLogger extends LegacyAbstractLogger {
    private static final long serialVersionUID = 1;

    private final transient PrintStream out;
    private final Level least;

    PlainLogger(PrintStream out, Level least) {
        this.name = "holdfast";
        this.out = out;
        this.least = least;
    }

    @Override
    protected void handleNormalizedLoggingCall(
            Level level,
            @Nullable Marker marker,
            @Nullable String message,
            Object @Nullable [] arguments,
            @Nullable Throwable failure) {
        String text = MessageFormatter.basicArrayFormat(message, arguments);
        boolean detailed = isEnabled(Level.DEBUG);
        out.println(
                "holdfast: "
                        + word(level)
                        + ": "
                        + text
                        + (failure == null || detailed
                                ? ""
                                : ": " + failure + "; set HOLDFAST_DEBUG=1 to see where"));
        if (failure != null && detailed) {
            failure.printStackTrace(out);
        }
    }

    private static String word(Level level) {
        return level == Level.WARN ? "warning" : level.name().toLowerCase(Locale.ROOT);
    }

    private boolean isEnabled(Level level) {
        return level.toInt() >= least.toInt();
    }

    @Override
    public boolean isTraceEnabled() {
        return isEnabled(Level.TRACE);
    }

    @Override
    public boolean isDebugEnabled() {
        return isEnabled(Level.DEBUG);
    }

    @Override
    public boolean isInfoEnabled() {
        return isEnabled(Level.INFO);
    }

    @Override
    public boolean isWarnEnabled() {
        return isEnabled(Level.WARN);
    }

    @Override
    public boolean isErrorEnabled() {
        return isEnabled(Level.ERROR);
    }

    @Override
    protected @Nullable String getFullyQualifiedCallerName() {
        return null;
    }
}
