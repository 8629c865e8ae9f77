package holdfast.store.dynamodb;

import holdfast.model.Hold;
import holdfast.model.Root;
import holdfast.model.Waiter;
import holdfast.store.StoreException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * What is ours in the item of a root, as packed lines: numbers, the lock that the item shows, and then endings, holds and who is next.
 *
 * @param shown the id of that lock; nobody's if there is none
 */
record RootBody(
        Numbers numbers,
        String shown,
        List<Hold> holds,
        List<EndedRequest> ended,
        FirstInLine first) {
    static final String NOBODY = "-";
    static final RootBody NONE =
            new RootBody(Numbers.NONE, NOBODY, List.of(), List.of(), FirstInLine.NOBODY);

    private static final String ENDING = "e";
    private static final String WAITER = "w";
    private static final String SINGLE_LINE = "s";

    static RootBody read(Root root, byte[] packed) {
        List<String> lines = Packed.unpack(packed).lines().toList();
        if (lines.size() < 2) {
            throw new StoreException.Corrupted("the item of '" + root + "' is cut off", null);
        }
        List<Hold> holds = new ArrayList<>();
        List<String> endings = new ArrayList<>();
        List<Waiter> first = new ArrayList<>();
        var line = FirstInLine.Line.MIXED;
        for (String one : lines.subList(2, lines.size())) {
            if (one.startsWith(ENDING)) {
                endings.add(one.substring(1));
            } else if (one.startsWith(WAITER)) {
                first.add(WaiterLine.read(one.substring(1), root));
            } else if (one.equals(SINGLE_LINE)) {
                line = FirstInLine.Line.SINGLE;
            } else {
                holds.add(HoldLine.read(one, root));
            }
        }
        return new RootBody(
                Numbers.parse(lines.get(0)),
                lines.get(1),
                holds,
                EndedRequest.parse(endings),
                new FirstInLine(first, line));
    }

    static AttributeValue write(RootItem item, List<Hold> ours, @Nullable Hold shown) {
        var lines = new ArrayList<String>();
        lines.add(item.numbers().line());
        lines.add(shown == null ? NOBODY : shown.id().text());
        EndedRequest.lines(item.ended()).forEach(line -> lines.add(ENDING + line));
        ours.forEach(hold -> lines.add(HoldLine.write(hold)));
        item.first().waiters().forEach(waiter -> lines.add(WAITER + WaiterLine.write(waiter)));
        if (item.first().line() == FirstInLine.Line.SINGLE) {
            lines.add(SINGLE_LINE);
        }
        return Attributes.bytes(Packed.pack(String.join("\n", lines)));
    }
}
