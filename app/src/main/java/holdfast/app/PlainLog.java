package holdfast.app;

import java.io.PrintStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.ILoggerFactory;
import org.slf4j.IMarkerFactory;
import org.slf4j.event.Level;
import org.slf4j.helpers.BasicMarkerFactory;
import org.slf4j.helpers.NOPMDCAdapter;
import org.slf4j.spi.MDCAdapter;
import org.slf4j.spi.SLF4JServiceProvider;

/**
 * Where the log goes: to stderr, since stdout belongs to the commands, and in the form of everything else that is said there. Only
 * what needs someone's attention, unless {@code HOLDFAST_DEBUG} asks for all of it.
 */
public final class PlainLog implements SLF4JServiceProvider {
    private final IMarkerFactory markers = new BasicMarkerFactory();
    private final MDCAdapter contexts = new NOPMDCAdapter();
    private final PlainLogger logger;

    public PlainLog() {
        this(System.err, System.getenv("HOLDFAST_DEBUG") == null ? Level.WARN : Level.DEBUG);
    }

    PlainLog(PrintStream out, Level least) {
        this.logger = new PlainLogger(out, least);
    }

    /** One for all: people have no use for the names of classes. */
    @Override
    public ILoggerFactory getLoggerFactory() {
        return name -> logger;
    }

    @Override
    public IMarkerFactory getMarkerFactory() {
        return markers;
    }

    @Override
    public MDCAdapter getMDCAdapter() {
        return contexts;
    }

    @Override
    public @Nullable String getRequestedApiVersion() {
        return "2.0.99";
    }

    @Override
    public void initialize() {}
}
