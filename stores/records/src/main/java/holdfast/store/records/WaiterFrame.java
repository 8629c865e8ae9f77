package holdfast.store.records;

import holdfast.model.Root;
import holdfast.model.StoreTime;
import holdfast.model.Ticket;

/** What stands beside the JSON of a waiter: its place in the queue, and until when it keeps it. */
public record WaiterFrame(Root root, Ticket ticket, long turn, StoreTime until) {}
