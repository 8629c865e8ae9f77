package holdfast.state;

import holdfast.model.InvalidRequestException;
import holdfast.model.Root;
import holdfast.store.DocumentKey;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * Names a state: {@code stack/environment}, or {@code terraform:name}. The lock that protects it is that of the root with the same
 * name, so both share one token.
 */
public record StateName(Kind kind, String text) {
    private static final String TERRAFORM_MARK = "terraform:";
    private static final int SEGMENT_LENGTH_MAX = 200;
    private static final HexFormat HEX = HexFormat.of().withUpperCase();
    private static final String PLAIN = "._=@+~-";

    /** What a state describes. */
    public enum Kind {
        /** A stack in an environment, in the format {@code deployer-state-v1}. */
        STACK("stacks", ".json"),
        /** Whatever Terraform or OpenTofu sent, byte for byte. */
        TERRAFORM("terraform", ".tfstate");

        private final String folder;
        private final String extension;

        Kind(String folder, String extension) {
            this.folder = folder;
            this.extension = extension;
        }

        String folder() {
            return folder;
        }

        String extension() {
            return extension;
        }
    }

    public StateName {
        text = new Root(text).text();
        if (kind == Kind.STACK && segments(text).size() != 2) {
            throw new InvalidRequestException(
                    "'"
                            + text
                            + "' is not the name of a state: write STACK/ENVIRONMENT, or terraform:NAME");
        }
        if (kind == Kind.TERRAFORM && (text.endsWith("/lock") || text.endsWith("/unlock"))) {
            throw new InvalidRequestException(
                    "'"
                            + text
                            + "' is not the name of a state: behind /lock and /unlock Terraform finds the lock of the state before it");
        }
        folder(kind, text);
    }

    public static StateName stack(String stack, String environment) {
        return new StateName(Kind.STACK, stack + "/" + environment);
    }

    public static StateName terraform(String name) {
        return new StateName(Kind.TERRAFORM, name);
    }

    /** Reads what {@link #toString} writes. */
    public static StateName parse(String text) {
        return text.startsWith(TERRAFORM_MARK)
                ? terraform(text.substring(TERRAFORM_MARK.length()))
                : new StateName(Kind.STACK, text);
    }

    public Root root() {
        return new Root(text);
    }

    /** The states, whether they are there or not, that a lock on this root protects. */
    static List<StateName> lockedBy(Root root) {
        var names = new ArrayList<StateName>();
        for (Kind kind : Kind.values()) {
            try {
                names.add(new StateName(kind, root.text()));
            } catch (InvalidRequestException e) {
                // No state can have this name.
            }
        }
        return names;
    }

    /** Of a stack. */
    public String stack() {
        return segments(text).get(0);
    }

    /** Of a stack. */
    public String environment() {
        return segments(text).get(1);
    }

    /** The document of this state with this name. */
    DocumentKey key(String name) {
        return new DocumentKey(folder() + name);
    }

    String folder() {
        return folder(kind, text);
    }

    private static String folder(Kind kind, String text) {
        // A Terraform name is one segment, or a state 'a/history' would lie in the history of 'a'.
        List<String> segments = kind == Kind.STACK ? segments(text) : List.of(text);
        var folder = new StringBuilder(kind.folder()).append('/');
        segments.forEach(segment -> folder.append(escaped(segment)).append('/'));
        return folder.toString();
    }

    private static List<String> segments(String text) {
        return List.of(text.split("/"));
    }

    /** The state whose documents lie in this folder, written as {@link #folder} does; empty if it is none of ours. */
    static Optional<StateName> in(Kind kind, List<String> segments) {
        try {
            return Optional.of(
                    new StateName(
                            kind,
                            String.join(
                                    "/", segments.stream().map(StateName::unescaped).toList())));
        } catch (IllegalArgumentException notOurs) {
            return Optional.empty();
        }
    }

    private static String escaped(String segment) {
        var out = new StringBuilder();
        for (byte b : segment.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (b & 0xff);
            if (isPlain(c) && !(c == '.' && segment.chars().allMatch(other -> other == '.'))) {
                out.append(c);
            } else {
                out.append('%').append(HEX.toHexDigits(b));
            }
        }
        if (out.length() > SEGMENT_LENGTH_MAX) {
            throw new InvalidRequestException(
                    "the name of a state may have "
                            + SEGMENT_LENGTH_MAX
                            + " characters, where one that is no letter or digit of ASCII counts for three or more: '"
                            + segment
                            + "'");
        }
        return out.toString();
    }

    private static boolean isPlain(char c) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '0' && c <= '9')
                || PLAIN.indexOf(c) >= 0;
    }

    private static String unescaped(String segment) {
        var bytes = new java.io.ByteArrayOutputStream();
        for (int i = 0; i < segment.length(); i++) {
            char c = segment.charAt(i);
            if (c == '%') {
                if (i + 3 > segment.length()) {
                    throw new IllegalArgumentException("not an escape in '" + segment + "'");
                }
                bytes.write(HexFormat.fromHexDigits(segment, i + 1, i + 3));
                i += 2;
            } else {
                bytes.write(c);
            }
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Override
    public String toString() {
        return kind == Kind.STACK ? text : TERRAFORM_MARK + text;
    }
}
