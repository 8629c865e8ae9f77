/**
 * Keeps documents as plain files, one each, that people can read where they lie. Only documents: locks live elsewhere. Start at
 * {@code FileDocumentStore}.
 */
@NullMarked
package holdfast.store.files;

import org.jspecify.annotations.NullMarked;
