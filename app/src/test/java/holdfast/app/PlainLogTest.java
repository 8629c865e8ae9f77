package holdfast.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.event.Level;

final class PlainLogTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    private Logger logger(Level least) {
        return new PlainLog(new PrintStream(out, true, StandardCharsets.UTF_8), least)
                .getLoggerFactory()
                .getLogger("holdfast.engine.RootPoller");
    }

    private String printed() {
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void aWarningLooksLikeEverythingElseThatIsSaid() {
        logger(Level.WARN).warn("waiting for '{}': the store fails: {}", "shop", "no space");

        assertThat(printed())
                .isEqualTo("holdfast: warning: waiting for 'shop': the store fails: no space\n");
    }

    @Test
    void whatNeedsNobodysAttentionIsNotShown() {
        logger(Level.WARN).info("all is well");
        logger(Level.WARN).debug("as before");

        assertThat(printed()).isEmpty();
    }

    @Test
    void whereAFailureCameFromIsShownToWhoAsks() {
        logger(Level.WARN).warn("a bad round", new IllegalStateException("impossible"));
        assertThat(printed())
                .isEqualTo(
                        "holdfast: warning: a bad round: java.lang.IllegalStateException: impossible;"
                                + " set HOLDFAST_DEBUG=1 to see where\n");

        logger(Level.DEBUG).warn("a bad round", new IllegalStateException("impossible"));
        assertThat(printed()).contains("\tat holdfast.app.PlainLogTest");
    }
}
