package holdfast.store.dynamodb;

import holdfast.model.Root;
import holdfast.model.StoreTime;
import holdfast.model.Ticket;
import holdfast.model.Waiter;
import holdfast.store.records.WaiterFrame;
import holdfast.store.records.WaiterJson;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The items of the queue: one for each waiter, under its root and its ticket. A touch changes {@code until} and nothing else. */
final class WaiterItems {
    static final String ROOT = "lockKey";
    static final String TICKET = "ticket";
    static final String UNTIL = "until";
    static final String OWNER = "waiter";
    private static final String TURN = "turn";
    private static final String BODY = "body";

    private WaiterItems() {}

    static Map<String, AttributeValue> key(Root root, Ticket ticket) {
        return Map.of(
                ROOT, Attributes.text(root.text()), TICKET, Attributes.number(ticket.number()));
    }

    static Map<String, AttributeValue> write(Root root, Waiter waiter) {
        return Map.of(
                ROOT,
                Attributes.text(root.text()),
                TICKET,
                Attributes.number(waiter.ticket().number()),
                TURN,
                Attributes.number(waiter.turn()),
                UNTIL,
                Attributes.number(waiter.until().epochNanos()),
                OWNER,
                Attributes.text(waiter.owner().id().text()),
                BODY,
                Attributes.bytes(Packed.pack(WaiterJson.write(waiter))));
    }

    static Waiter read(Root root, Map<String, AttributeValue> item) {
        return WaiterJson.read(
                Packed.unpack(Attributes.bytes(item, BODY)),
                new WaiterFrame(
                        root,
                        new Ticket(Attributes.number(item, TICKET)),
                        Attributes.number(item, TURN),
                        new StoreTime(Attributes.number(item, UNTIL))));
    }
}
