package holdfast.server;

import holdfast.model.InvalidRequestException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads JSON that came from outside: UTF-8 and nothing else, one value, no name twice, not nested deep. A text becomes a
 * {@code String}, a number a {@code BigDecimal}, and null is null.
 */
final class JsonText {
    private static final int DEPTH_MAX = 32;
    private static final int NUMBER_LENGTH_MAX = 40;

    private static final JsonFactory FACTORY =
            JsonFactory.builder()
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .streamReadConstraints(
                            StreamReadConstraints.builder()
                                    .maxNestingDepth(DEPTH_MAX)
                                    .maxNumberLength(NUMBER_LENGTH_MAX)
                                    .build())
                    .build();

    private JsonText() {}

    static Map<String, @Nullable Object> object(byte[] bytes) {
        String text = decoded(bytes);
        if (text.isBlank()) {
            return Map.of();
        }
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), text)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new InvalidRequestException("the body is not a JSON object");
            }
            Map<String, @Nullable Object> object = object(parser);
            if (parser.nextToken() != null) {
                throw new InvalidRequestException("the body goes on after its JSON object");
            }
            return object;
        } catch (JacksonException e) {
            throw new InvalidRequestException("the body is not JSON: " + e.getOriginalMessage());
        }
    }

    private static String decoded(byte[] bytes) {
        if (isAscii(bytes)) {
            return new String(bytes, StandardCharsets.ISO_8859_1);
        }
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException e) {
            throw new InvalidRequestException("the body is not UTF-8");
        }
    }

    private static boolean isAscii(byte[] bytes) {
        for (byte b : bytes) {
            if (b < 0) {
                return false;
            }
        }
        return true;
    }

    private static Map<String, @Nullable Object> object(JsonParser parser) {
        var fields = new LinkedHashMap<String, @Nullable Object>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            parser.nextToken();
            fields.put(name, value(parser));
        }
        return fields;
    }

    private static @Nullable Object value(JsonParser parser) {
        return switch (parser.currentToken()) {
            case START_OBJECT -> object(parser);
            case START_ARRAY -> array(parser);
            case VALUE_STRING -> parser.getString();
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> number(parser);
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            default -> null;
        };
    }

    private static BigDecimal number(JsonParser parser) {
        try {
            return parser.getDecimalValue();
        } catch (ArithmeticException | NumberFormatException e) {
            throw new InvalidRequestException("the body has a number that is too large to be read");
        }
    }

    private static List<@Nullable Object> array(JsonParser parser) {
        var items = new ArrayList<@Nullable Object>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            items.add(value(parser));
        }
        return items;
    }
}
