/**
 * Keeps locks and documents in DynamoDB. A root is one item, changed by compare-and-set; its queue lies in a table beside it, and
 * all else in a third. The time is that of the service's own answers.
 * Start at {@code DynamoLockStore}; docs/adr/0015 says why it lies as it does.
 */
@NullMarked
package holdfast.store.dynamodb;

import org.jspecify.annotations.NullMarked;
