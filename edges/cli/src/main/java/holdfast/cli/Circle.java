package holdfast.cli;

import holdfast.engine.LockService;
import holdfast.model.Hold;
import holdfast.model.OwnerId;
import holdfast.model.Waiter;
import holdfast.store.StoreException;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.core.JsonGenerator;

/** Owners who wait for each other, each for the next and the last for the first, with all that they hold and wait for. */
record Circle(List<Member> members) {
    /** One owner of it. It waits for nothing if it was not let into the line. */
    record Member(OwnerId id, List<WaitRow> waits, List<LockRow> holds) {
        String name() {
            return Stream.concat(
                            holds.stream().map(row -> row.hold().owner()),
                            waits.stream().map(row -> row.waiter().owner()))
                    .findFirst()
                    .map(RefusalText::who)
                    .orElse(id.text());
        }
    }

    static Circle of(List<OwnerId> owners, LockService locks) {
        List<WaitRow> waits = WaitRow.all(locks);
        List<LockRow> holds = LockRow.all(locks.allHolds());
        return new Circle(
                owners.stream()
                        .map(owner ->
                                new Member(
                                        owner,
                                        waits.stream()
                                                .filter(row ->
                                                        row.waiter().owner().id().equals(owner))
                                                .toList(),
                                        holds.stream()
                                                .filter(row ->
                                                        row.hold().owner().id().equals(owner))
                                                .filter(row -> row.hold().isLive(row.now()))
                                                .toList()))
                        .toList());
    }

    /** With no more than their ids if the store does not tell who they are. */
    static Circle orIds(List<OwnerId> owners, LockService locks) {
        try {
            return of(owners, locks);
        } catch (StoreException e) {
            return new Circle(
                    owners.stream().map(owner -> new Member(owner, List.of(), List.of())).toList());
        }
    }

    /** A block of lines for each owner. */
    String text() {
        return text("waits for nothing");
    }

    /** @param notInLine what is said of one who does not wait */
    String text(String notInLine) {
        var text = new StringBuilder();
        for (Member member : members) {
            text.append("  ")
                    .append(member.name())
                    .append("\n    ")
                    .append(
                            list("holds ", member.holds(), Circle::describe)
                                    .orElse("holds nothing"))
                    .append("\n    ")
                    .append(list("waits for ", member.waits(), Circle::describe).orElse(notInLine))
                    .append('\n');
        }
        return text.toString();
    }

    private static <T> Optional<String> list(
            String verb, List<T> rows, Function<T, String> described) {
        return rows.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        rows.stream().map(described).collect(Collectors.joining("; ", verb, "")));
    }

    private static String describe(LockRow row) {
        Hold hold = row.hold();
        return hold.resource().displayName() + reason(hold.note().reason());
    }

    private static String describe(WaitRow row) {
        Waiter waiter = row.waiter();
        return waiter.resource().displayName()
                + " since "
                + Times.both(waiter.enqueuedAt(), row.now())
                + ", request "
                + waiter.claim().request()
                + reason(waiter.note().reason());
    }

    private static String reason(String reason) {
        return reason.isBlank() ? "" : " (" + OneLine.of(reason) + ")";
    }

    void write(JsonGenerator json) {
        Json.writeArray(json, "cycle", members, Circle::write);
    }

    private static void write(JsonGenerator json, Member member) {
        json.writeStringProperty("owner_id", member.id().text());
        Json.writeArray(json, "waits", member.waits(), LockJson::write);
        Json.writeArray(json, "holds", member.holds(), LockJson::write);
    }
}
