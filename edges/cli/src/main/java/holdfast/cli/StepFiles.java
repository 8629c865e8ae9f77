package holdfast.cli;

import holdfast.model.InvalidRequestException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The files in which CI systems look for what a step tells later ones. */
record StepFiles(Map<String, String> environment, boolean github, @Nullable String dotenv) {
    private static final String GITHUB_OUTPUT = "GITHUB_OUTPUT";

    /** With nothing to write this finds out whether writing would succeed. */
    void append(Map<String, String> outputs, Map<String, String> variables) {
        if (github) {
            String file = environment.getOrDefault(GITHUB_OUTPUT, "");
            if (file.isBlank()) {
                throw new InvalidRequestException(
                        "--github-output needs $GITHUB_OUTPUT, which is not set here");
            }
            append(file, outputs);
        }
        if (dotenv != null) {
            append(dotenv, variables);
        }
    }

    /** Names and numbers have no line breaks, so nothing in them can be read as a further line. */
    private static void append(String file, Map<String, String> lines) {
        var text = new StringBuilder();
        lines.forEach((name, value) -> text.append(name).append('=').append(value).append('\n'));
        try {
            Files.writeString(
                    Path.of(file),
                    text,
                    StandardCharsets.UTF_8,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        } catch (IOException | InvalidPathException e) {
            throw new InvalidRequestException("cannot write to " + file + ": " + e);
        }
    }
}
