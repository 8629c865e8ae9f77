/**
 * The real DynamoDB Local, in a process of its own since its class path does not go with that of its clients.
 * Start at {@code LocalDynamo}.
 */
@NullMarked
package holdfast.dynamodb.local;

import org.jspecify.annotations.NullMarked;
