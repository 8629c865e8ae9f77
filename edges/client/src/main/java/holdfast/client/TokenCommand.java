package holdfast.client;

import holdfast.model.Length;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A command of the shell that prints a token. Neither it nor what it prints is told to anybody: there may be secrets in both. */
record TokenCommand(String command) implements Remembered.Source {
    private static final Duration TAKES = Duration.ofSeconds(30);
    private static final int BYTES_MAX = 64 * 1024;

    @Override
    public String ask() throws IOException, InterruptedException {
        Process process = start();
        try {
            String printed = printedBy(process);
            int code = process.waitFor();
            if (code != 0) {
                throw new IOException("the token command ended with exit code " + code);
            }
            return printed;
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    private Process start() throws IOException {
        try {
            return new ProcessBuilder("sh", "-c", command)
                    .redirectInput(new File("/dev/null"))
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
        } catch (IOException e) {
            // Its message has the command in it.
            throw new IOException("the token command cannot be run: there is no shell 'sh'");
        }
    }

    private static String printedBy(Process process) throws IOException, InterruptedException {
        var reading = new FutureTask<>(() -> process.getInputStream().readNBytes(BYTES_MAX));
        Thread.ofVirtual().name("holdfast-token-command").start(reading);
        try {
            byte[] printed = reading.get(TAKES.toNanos(), TimeUnit.NANOSECONDS);
            return new String(printed, StandardCharsets.UTF_8);
        } catch (TimeoutException e) {
            throw new IOException("the token command took more than " + Length.inWords(TAKES), e);
        } catch (ExecutionException e) {
            throw new IOException("what the token command printed cannot be read", e);
        }
    }
}
