package holdfast.cli;

import holdfast.model.InvalidRequestException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The files in which CI systems look for what a step tells later ones. */
record StepFiles(Map<String, String> environment, boolean github, @Nullable String dotenv) {
    private static final String GITHUB_OUTPUT = "GITHUB_OUTPUT";
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./:@%+,=-]*");

    /** With nothing to write this finds out whether writing would succeed. */
    void append(Map<String, String> outputs, Map<String, String> variables) {
        if (github) {
            String file = environment.getOrDefault(GITHUB_OUTPUT, "");
            if (file.isBlank()) {
                throw new InvalidRequestException(
                        "--github-output needs $GITHUB_OUTPUT, which is not set here");
            }
            append(file, outputs, UnaryOperator.identity());
        }
        if (dotenv != null) {
            append(dotenv, variables, StepFiles::quoted);
        }
    }

    /** For a shell that reads the file: nothing in a value is a command. GitLab takes values as they are, and has no way to quote. */
    private static String quoted(String value) {
        return PLAIN.matcher(value).matches() ? value : "'" + value.replace("'", "'\\''") + "'";
    }

    /** Names and numbers have no line breaks, so nothing in them can be read as a further line. */
    private static void append(String file, Map<String, String> lines, UnaryOperator<String> form) {
        var text = new StringBuilder();
        lines.forEach((name, value) ->
                text.append(name).append('=').append(form.apply(value)).append('\n'));
        try {
            Files.writeString(
                    Path.of(file),
                    text,
                    StandardCharsets.UTF_8,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        } catch (NoSuchFileException e) {
            throw new InvalidRequestException("cannot write to " + file + ": no such folder");
        } catch (AccessDeniedException e) {
            throw new InvalidRequestException("cannot write to " + file + ": permission denied");
        } catch (IOException | InvalidPathException e) {
            throw new InvalidRequestException("cannot write to " + file + ": " + e.getMessage());
        }
    }
}
