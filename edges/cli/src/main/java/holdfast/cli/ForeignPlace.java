package holdfast.cli;

import holdfast.model.InvalidRequestException;

/**
 * A file in a folder, on this machine or in a bucket.
 *
 * @param folder its address
 * @param lockId by which Terraform's lock table knows it
 */
record ForeignPlace(String folder, String file, String lockId) {
    private static final String S3 = "s3://";

    static ForeignPlace ofFile(String text) {
        int query = text.startsWith(S3) ? text.indexOf('?') : -1;
        String path = query < 0 ? text : text.substring(0, query);
        String settings = query < 0 ? "" : text.substring(query);
        int slash = path.lastIndexOf('/');
        String file = path.substring(slash + 1);
        if (file.isEmpty() || (path.startsWith(S3) && slash < S3.length())) {
            throw new InvalidRequestException("'" + text + "' names no file");
        }
        if (!path.startsWith(S3)) {
            String folder = slash < 0 ? "." : slash == 0 ? "/" : path.substring(0, slash);
            return new ForeignPlace(folder, file, path);
        }
        return new ForeignPlace(
                path.substring(0, slash) + settings, file, path.substring(S3.length()));
    }

    /** Without its settings. */
    static String shown(String text) {
        int query = text.startsWith(S3) ? text.indexOf('?') : -1;
        return query < 0 ? text : text.substring(0, query);
    }
}
