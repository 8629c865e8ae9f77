package holdfast.store.records;

import holdfast.model.Claim;
import holdfast.model.EngineId;
import holdfast.model.Hold;
import holdfast.model.HoldDraft;
import holdfast.model.Mode;
import holdfast.model.Note;
import holdfast.model.Owner;
import holdfast.model.Priority;
import holdfast.model.Resource;
import holdfast.model.Root;
import holdfast.model.Terms;
import java.util.List;

/** A hold as JSON, without what its {@link HoldFrame} says. A heartbeat leaves the JSON as it is. */
public final class HoldJson {
    private HoldJson() {}

    /** What a draft and the hold that it becomes have in common. */
    private record Body(
            Resource resource,
            Mode mode,
            Owner owner,
            List<Claim> claims,
            Terms terms,
            Priority priority,
            Note note,
            EngineId engine) {}

    /** The JSON of the hold that this draft becomes: it says nothing that the store stamps. */
    public static String write(HoldDraft draft) {
        return write(
                new Body(
                        draft.resource(),
                        draft.mode(),
                        draft.owner(),
                        draft.claims(),
                        draft.terms(),
                        draft.priority(),
                        draft.note(),
                        draft.engine()));
    }

    public static String write(Hold hold) {
        return write(
                new Body(
                        hold.resource(),
                        hold.mode(),
                        hold.owner(),
                        hold.claims(),
                        hold.terms(),
                        hold.priority(),
                        hold.note(),
                        hold.engine()));
    }

    private static String write(Body body) {
        Root root = body.resource().root();
        return Json.write(json -> {
            ValueJson.writeResource(json, body.resource(), root);
            ValueJson.writeMode(json, body.mode());
            ValueJson.writeOwner(json, "owner", body.owner());
            json.writeArrayPropertyStart("claims");
            body.claims()
                    .forEach(claim -> {
                        json.writeStartObject();
                        ValueJson.writeClaim(json, claim, root);
                        json.writeEndObject();
                    });
            json.writeEndArray();
            ValueJson.writeTerms(json, body.terms());
            ValueJson.writePriority(json, body.priority());
            ValueJson.writeNote(json, body.note());
            json.writeStringProperty("engine", body.engine().text());
        });
    }

    public static Hold read(String text, HoldFrame frame) {
        return Json.read("hold", text, fields -> hold(fields, frame));
    }

    private static Hold hold(Fields fields, HoldFrame frame) {
        return new Hold(
                frame.lock(),
                frame.token(),
                ValueJson.resource(fields, frame.root()),
                ValueJson.mode(fields),
                ValueJson.owner(fields.object("owner")),
                fields.list("claims", Fields.class).stream()
                        .map(claim -> ValueJson.claim(claim, frame.root()))
                        .toList(),
                ValueJson.terms(fields),
                frame.standing(),
                ValueJson.priority(fields),
                ValueJson.note(fields),
                new EngineId(fields.text("engine")),
                frame.acquiredAt(),
                frame.heartbeatAt(),
                frame.until());
    }
}
