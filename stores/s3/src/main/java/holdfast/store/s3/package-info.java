/**
 * Keeps documents as objects of an S3 bucket, one each, that people can read where they lie. Only documents: locks live
 * elsewhere. Start at {@code S3DocumentStore}.
 */
@NullMarked
package holdfast.store.s3;

import org.jspecify.annotations.NullMarked;
