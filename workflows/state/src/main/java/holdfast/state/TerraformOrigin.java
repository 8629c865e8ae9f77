package holdfast.state;

import holdfast.model.InvalidRequestException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One state of Terraform where it was kept so far: a file, or an object in a bucket.
 *
 * @param path of the state
 * @param lockId by which the table knows the state: {@code BUCKET/KEY}
 * @param table null if there is none
 */
public record TerraformOrigin(
        Origin origin, String path, String lockId, @Nullable LockTable table) {
    private static final String DIGEST_SUFFIX = "-md5";

    /** Whoever works on it now, by every way in which Terraform locks. */
    public List<ForeignLock> locks() {
        var locks = new ArrayList<ForeignLock>();
        for (String file : List.of(path + ".tflock", localLock())) {
            origin.read(file)
                    .ifPresent(
                            info -> locks.add(ForeignLock.ofTerraform(origin.place(file), info)));
        }
        if (table != null && isLockedIn(table)) {
            String info = table.text(lockId, "Info").orElse("");
            locks.add(
                    ForeignLock.ofTerraform(
                            "item '" + lockId + "' of the lock table",
                            info.getBytes(StandardCharsets.UTF_8)));
        }
        return locks;
    }

    /** An item is a lock whatever it says, unless it is the digest of a state whose name is the same but for its end. */
    private boolean isLockedIn(LockTable in) {
        return in.has(lockId)
                && (in.text(lockId, "Info").isPresent()
                        || !lockId.endsWith(DIGEST_SUFFIX)
                        || in.text(lockId, "Digest").isEmpty());
    }

    /** {@code .terraform.tfstate.lock.info} beside {@code terraform.tfstate}. */
    private String localLock() {
        int name = path.lastIndexOf('/') + 1;
        return path.substring(0, name) + "." + path.substring(name) + ".lock.info";
    }

    /**
     * The state, byte for byte.
     *
     * @throws InvalidRequestException if there is none, or it is none, or not the one that the table says
     */
    public byte[] read() {
        byte[] body =
                origin.read(path)
                        .orElseThrow(() ->
                                new InvalidRequestException(
                                        "there is no state at " + origin.place(path)));
        requireState(body);
        if (table != null) {
            table.text(lockId + DIGEST_SUFFIX, "Digest")
                    .ifPresent(digest -> requireDigest(body, digest));
        }
        return body;
    }

    /** What later versions are compared with: serial and lineage, as far as it has them. */
    public static Map<String, String> facts(byte[] body) {
        return TerraformMembers.of(body).facts();
    }

    private void requireState(byte[] body) {
        if (!TerraformMembers.of(body).isState()) {
            throw new InvalidRequestException(
                    origin.place(path) + " is not a state of Terraform or OpenTofu");
        }
    }

    private void requireDigest(byte[] body, String expected) {
        if (!md5(body).equals(expected)) {
            throw new InvalidRequestException(
                    origin.place(path)
                            + " is not the state that the lock table names by its digest "
                            + expected
                            + ": a run is writing it, or failed to");
        }
    }

    private static String md5(byte[] body) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("MD5").digest(body));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has MD5", e);
        }
    }
}
