package holdfast.store.records;

import holdfast.model.Claim;
import holdfast.model.EngineId;
import holdfast.model.Mode;
import holdfast.model.Note;
import holdfast.model.Owner;
import holdfast.model.OwnerId;
import holdfast.model.Priority;
import holdfast.model.RequestId;
import holdfast.model.Resource;
import holdfast.model.Root;
import holdfast.model.SubPath;
import holdfast.model.Terms;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import tools.jackson.core.JsonGenerator;

/** The values that several records share. What is empty or usual is left out, so that records stay small. */
final class ValueJson {
    private ValueJson() {}

    /** Names the root only where it is another than that of the record. */
    static void writeResource(JsonGenerator json, Resource resource, Root around) {
        if (!resource.root().equals(around)) {
            json.writeStringProperty("root", resource.root().text());
        }
        if (!resource.path().isWhole()) {
            json.writeStringProperty("path", resource.path().text());
        }
        if (resource.originalKey() != null) {
            json.writeStringProperty("key", resource.originalKey());
        }
    }

    static Resource resource(Fields fields, Root around) {
        String root = fields.optionalText("root");
        String path = fields.optionalText("path");
        return new Resource(
                root == null ? around : new Root(root),
                path == null ? SubPath.WHOLE : new SubPath(path),
                fields.optionalText("key"));
    }

    static void writeMode(JsonGenerator json, Mode mode) {
        json.writeStringProperty("mode", word(mode));
    }

    static Mode mode(Fields fields) {
        return Mode.valueOf(name(fields.text("mode")));
    }

    static void writeClaim(JsonGenerator json, Claim claim, Root around) {
        json.writeStringProperty("request", claim.request().text());
        writeResource(json, claim.resource(), around);
        writeMode(json, claim.mode());
        if (claim.via() != null) {
            json.writeStringProperty("via", claim.via().text());
        }
    }

    static Claim claim(Fields fields, Root around) {
        String via = fields.optionalText("via");
        return new Claim(
                new RequestId(fields.text("request")),
                resource(fields, around),
                mode(fields),
                via == null ? null : new EngineId(via));
    }

    static void writeOwner(JsonGenerator json, String name, Owner owner) {
        json.writeObjectPropertyStart(name);
        json.writeStringProperty("id", owner.id().text());
        json.writeStringProperty("name", owner.name());
        writeTexts(json, "facts", owner.facts());
        json.writeEndObject();
    }

    static Owner owner(Fields fields) {
        return new Owner(
                new OwnerId(fields.text("id")), fields.text("name"), fields.texts("facts"));
    }

    static void writeTerms(JsonGenerator json, Terms terms) {
        json.writeNumberProperty("lease_nanos", terms.lease().toNanos());
        if (terms.tenure() != null) {
            json.writeNumberProperty("tenure_nanos", terms.tenure().toNanos());
        }
    }

    static Terms terms(Fields fields) {
        Long tenure = fields.optionalNumber("tenure_nanos");
        return new Terms(
                Duration.ofNanos(fields.number("lease_nanos")),
                tenure == null ? null : Duration.ofNanos(tenure));
    }

    static void writePriority(JsonGenerator json, Priority priority) {
        json.writeStringProperty("priority", word(priority));
    }

    static Priority priority(Fields fields) {
        return Priority.valueOf(name(fields.text("priority")));
    }

    static void writeNote(JsonGenerator json, Note note) {
        if (!note.reason().isEmpty()) {
            json.writeStringProperty("reason", note.reason());
        }
        writeTexts(json, "metadata", note.metadata());
    }

    static Note note(Fields fields) {
        String reason = fields.optionalText("reason");
        return new Note(reason == null ? "" : reason, fields.texts("metadata"));
    }

    static void writeTexts(JsonGenerator json, String name, Map<String, String> texts) {
        if (!texts.isEmpty()) {
            json.writeObjectPropertyStart(name);
            texts.forEach(json::writeStringProperty);
            json.writeEndObject();
        }
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    private static String name(String word) {
        return word.toUpperCase(Locale.ROOT);
    }
}
