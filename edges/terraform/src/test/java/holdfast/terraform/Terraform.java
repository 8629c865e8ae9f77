package holdfast.terraform;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The real client, in a folder of its own. */
final class Terraform {
    private static final long PATIENCE_SECONDS = 120;

    private final Path folder;

    /** What a run ended with. */
    record Result(int exit, String output) {}

    Terraform(Path folder) {
        this.folder = folder;
    }

    /** Empty where there is none on the PATH. */
    static Optional<Path> binary() {
        return Arrays.stream(System.getenv("PATH").split(":"))
                .map(entry -> Path.of(entry).resolve("terraform"))
                .filter(Files::isExecutable)
                .findFirst();
    }

    Path folder() {
        return folder;
    }

    /** A configuration that keeps its state at this address, with these resources. */
    Terraform configure(String address, String resources) {
        return write(
                """
                terraform {
                  backend "http" {
                    address        = "%1$s"
                    lock_address   = "%1$s"
                    unlock_address = "%1$s"
                    retry_wait_min = 1
                  }
                }
                %2$s
                """
                        .formatted(address, resources));
    }

    Terraform write(String configuration) {
        try {
            Files.createDirectories(folder);
            Files.writeString(folder.resolve("main.tf"), configuration);
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A resource that needs no provider from anywhere. */
    static String data(String name, String value) {
        return "resource \"terraform_data\" \"" + name + "\" { input = \"" + value + "\" }\n";
    }

    Process start(String... arguments) {
        var command = new ArrayList<String>();
        command.add(binary().orElseThrow().toString());
        command.addAll(List.of(arguments));
        var builder =
                new ProcessBuilder(command)
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(folder.resolve("output.txt").toFile());
        builder.environment().put("TF_IN_AUTOMATION", "1");
        builder.environment().put("CHECKPOINT_DISABLE", "1");
        builder.environment().remove("TF_CLI_CONFIG_FILE");
        try {
            return builder.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Result run(String... arguments) {
        return await(start(arguments));
    }

    Result await(Process process) {
        try {
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new AssertionError("terraform did not end: " + output());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
        return new Result(process.exitValue(), output());
    }

    String output() {
        try {
            return Files.readString(folder.resolve("output.txt"), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
