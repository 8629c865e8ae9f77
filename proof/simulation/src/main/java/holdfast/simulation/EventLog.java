package holdfast.simulation;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Locale;

/** What happened: the latest lines, and a hash of all of them by which two runs are compared. */
final class EventLog {
    private final int keptMax;
    private final ArrayDeque<String> latest = new ArrayDeque<>();
    private long hash;
    private long count;

    EventLog(int keptMax) {
        this.keptMax = keptMax;
    }

    void add(long nanos, String text) {
        String line = String.format(Locale.ROOT, "%10.4f %s", nanos / 1e9, text);
        for (int i = 0; i < line.length(); i++) {
            hash = hash * 31 + line.charAt(i);
        }
        count++;
        latest.add(line);
        if (latest.size() > keptMax) {
            latest.poll();
        }
    }

    long hash() {
        return hash;
    }

    long count() {
        return count;
    }

    List<String> latest() {
        return List.copyOf(latest);
    }
}
