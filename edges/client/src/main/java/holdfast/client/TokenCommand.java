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

/**
 * A command of the shell that prints a token. Neither it nor what it prints is told to anybody: there may be secrets in both.
 *
 * @param takes how long it may take until it has ended
 */
record TokenCommand(String command, Duration takes) implements Remembered.Source {
    private static final Duration TAKES = Duration.ofSeconds(30);
    private static final int BYTES_MAX = 64 * 1024;

    TokenCommand(String command) {
        this(command, TAKES);
    }

    @Override
    public String ask() throws IOException, InterruptedException {
        long began = System.nanoTime();
        Process process = start();
        try {
            String printed = printedBy(process);
            // It may have closed its output and live on.
            long left = takes.toNanos() - (System.nanoTime() - began);
            if (!process.waitFor(left, TimeUnit.NANOSECONDS)) {
                throw tooLong();
            }
            int code = process.exitValue();
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

    private String printedBy(Process process) throws IOException, InterruptedException {
        var reading = new FutureTask<>(() -> process.getInputStream().readNBytes(BYTES_MAX + 1));
        Thread.ofVirtual().name("holdfast-token-command").start(reading);
        try {
            byte[] printed = reading.get(takes.toNanos(), TimeUnit.NANOSECONDS);
            if (printed.length > BYTES_MAX) {
                throw new IOException(
                        "the token command printed more than " + BYTES_MAX + " bytes");
            }
            return new String(printed, StandardCharsets.UTF_8);
        } catch (TimeoutException e) {
            throw tooLong();
        } catch (ExecutionException e) {
            throw new IOException("what the token command printed cannot be read", e);
        }
    }

    private IOException tooLong() {
        return new IOException("the token command took more than " + Length.inWords(takes));
    }
}
