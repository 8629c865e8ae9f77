package holdfast.model;

/**
 * One wish to hand a lock to another owner.
 *
 * @param id names the receiver's claim; repeating a transfer under the same id gives its first answer again
 */
public record TransferRequest(RequestId id, LockId lock, Owner receiver) {}
