package holdfast.audit;

import holdfast.model.InvalidRequestException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Pattern;

/**
 * Where the trail is kept.
 *
 * @param folder of its files; one server writes there, and no other
 * @param server names the server, and so its chain: the same after a restart
 * @param fileBytesMax when a file is full and the next is begun
 * @param filesKept how many files there may be; the oldest goes first, and the trail says so
 * @param documentsKept how many documents of {@link AuditDocuments#LINES_MAX} lines there may be; the oldest goes first, and the trail says so
 * @param pace how often lines are brought safely to disk and copied to documents, unless someone waits for it
 */
public record AuditSettings(
        Path folder,
        String server,
        long fileBytesMax,
        int filesKept,
        int documentsKept,
        Duration pace) {
    public static final long USUAL_FILE_BYTES = 64L * 1024 * 1024;
    public static final int USUAL_FILES = 32;
    public static final int USUAL_DOCUMENTS = 10_000;
    public static final Duration USUAL_PACE = Duration.ofSeconds(1);

    private static final Pattern SERVER = Pattern.compile("[A-Za-z0-9._-]{1,64}");
    private static final long FILE_BYTES_MIN = 1_000;
    private static final Duration PACE_MAX = Duration.ofMinutes(1);

    public AuditSettings {
        if (!SERVER.matcher(server).matches()) {
            throw new InvalidRequestException(
                    "the name of a server has 1 to 64 letters, digits, dots, dashes and underscores");
        }
        if (fileBytesMax < FILE_BYTES_MIN) {
            throw new InvalidRequestException(
                    "an audit file must hold at least " + FILE_BYTES_MIN + " bytes");
        }
        if (filesKept < 2) {
            throw new InvalidRequestException("at least 2 audit files must be kept");
        }
        if (documentsKept < 2) {
            throw new InvalidRequestException("at least 2 audit documents must be kept");
        }
        if (!pace.isPositive() || pace.compareTo(PACE_MAX) > 0) {
            throw new InvalidRequestException(
                    "audit lines must be brought to disk at least every minute");
        }
    }

    public static AuditSettings in(Path folder, String server) {
        return new AuditSettings(
                folder, server, USUAL_FILE_BYTES, USUAL_FILES, USUAL_DOCUMENTS, USUAL_PACE);
    }
}
