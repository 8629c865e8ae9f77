package holdfast.system;

import holdfast.audit.AuditEvent;
import holdfast.audit.AuditFailedException;
import holdfast.audit.AuditSettings;
import holdfast.audit.AuditTrail;
import holdfast.audit.AuditVerification;
import holdfast.store.memory.MemoryDocumentStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/** A program that writes its audit trail on a disk that is full in the middle of many lines, and then has room again. */
final class CrampedTrail {
    private static final int MANY = 1_000;

    private CrampedTrail() {}

    public static void main(String[] args) throws Exception {
        Path disk = Path.of(args[0]);
        Path ballast = disk.resolve("ballast");
        Path folder = disk.resolve("audit");
        var documents = new MemoryDocumentStore();
        // Copied all the time, so that whole lines of a write that fails are soon elsewhere too.
        var settings = new AuditSettings(folder, "one", 64_000_000, 10, 100, Duration.ofMillis(1));
        int whole;
        try (var trail = AuditTrail.open(settings, documents, InstantSource.system())) {
            announce(trail, 1);
            Cramped.fill(ballast, 100_000);
            System.out.println(announce(trail, MANY));
            System.out.println(trail.trouble().orElse("none"));
            whole = Files.readAllLines(folder.resolve("audit-0000000000000001.jsonl")).size();
            awaitCopy(documents, whole - 1);
            System.out.println(announce(trail, 1));
            Files.delete(ballast);
            System.out.println(announce(trail, 1));
            System.out.println(trail.trouble().orElse("none"));
        }
        System.out.println(whole);
        System.out.println(AuditVerification.of(folder, documents).problems());
    }

    /** All but the last, of which there may be a piece only. */
    private static void awaitCopy(MemoryDocumentStore documents, int lines) {
        while (AuditVerification.of(documents).stream()
                .noneMatch(chain -> chain.last() >= lines - 1)) {
            LockSupport.parkNanos(1_000_000);
        }
    }

    private static String announce(AuditTrail trail, int times) {
        var event =
                new AuditEvent(
                        Instant.now(),
                        AuditEvent.Level.WARN,
                        "lock.force_unlock.requested",
                        "shop/production",
                        "lock_1_ci_0123abcd",
                        "ci",
                        Map.of("by", "root", "reason", "wedged"),
                        null);
        List<AuditEvent> events = Collections.nCopies(times, event);
        try {
            trail.announce(events);
            return "announced";
        } catch (AuditFailedException e) {
            return "refused";
        }
    }
}
