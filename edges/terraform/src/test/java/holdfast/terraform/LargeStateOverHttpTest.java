package holdfast.terraform;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** States of 100 MB pass through a server that has less memory than one of them, several at once. */
@Timeout(180)
final class LargeStateOverHttpTest {
    private static final long SIZE = 100L * 1024 * 1024;
    private static final int AT_ONCE = 2;

    @TempDir private Path folder;

    /** A JSON object of that size. */
    private static final class Large extends InputStream {
        private static final byte[] HEAD =
                "{\"version\":4,\"serial\":1,\"x\":\"".getBytes(StandardCharsets.UTF_8);
        private static final byte[] TAIL = "\"}".getBytes(StandardCharsets.UTF_8);
        private long at;

        @Override
        public int read() {
            return at < SIZE ? byteAt(at++) : -1;
        }

        @Override
        public int read(byte[] target, int offset, int length) {
            if (at >= SIZE) {
                return -1;
            }
            int taken = (int) Math.min(length, SIZE - at);
            for (int i = 0; i < taken; i++) {
                target[offset + i] = byteAt(at++);
            }
            return taken;
        }

        private static byte byteAt(long place) {
            if (place < HEAD.length) {
                return HEAD[(int) place];
            }
            long left = SIZE - place;
            return left <= TAIL.length
                    ? TAIL[(int) (TAIL.length - left)]
                    : (byte) ('a' + place % 23);
        }
    }

    private static String md5(InputStream stream) throws IOException {
        try (var in = new DigestInputStream(stream, MessageDigest.getInstance("MD5"))) {
            in.transferTo(OutputStream.nullOutputStream());
            return Base64.getEncoder().encodeToString(in.getMessageDigest().digest());
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    /** As Terraform does, sends it again when it is told to come later. */
    private static int write(HttpClient http, URI state, String md5) {
        HttpRequest request =
                HttpRequest.newBuilder(state)
                        .header("Content-MD5", md5)
                        .POST(
                                HttpRequest.BodyPublishers.fromPublisher(
                                        HttpRequest.BodyPublishers.ofInputStream(Large::new), SIZE))
                        .build();
        try {
            int status;
            do {
                status = http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
            } while (status == 503);
            return status;
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void severalStatesOfAHundredMegabytesPassThroughASmallServer() throws Exception {
        Process server =
                new ProcessBuilder(
                                ProcessHandle.current().info().command().orElseThrow(),
                                "-Xmx80m",
                                "-cp",
                                System.getProperty("java.class.path"),
                                SmallServer.class.getName(),
                                folder.toString())
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        try (HttpClient http = HttpClient.newHttpClient();
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            String url = "http://127.0.0.1:" + server.inputReader().readLine() + "/terraform/large";
            String md5 = md5(new Large());
            var writes = new ArrayList<CompletableFuture<Integer>>();
            for (int i = 0; i < AT_ONCE; i++) {
                URI state = URI.create(url + i);
                writes.add(CompletableFuture.supplyAsync(() -> write(http, state, md5), threads));
            }
            for (var write : writes) {
                assertThat(write.join()).isEqualTo(200);
            }

            for (int i = 0; i < AT_ONCE; i++) {
                HttpRequest read = HttpRequest.newBuilder(URI.create(url + i)).build();
                try (InputStream body =
                        http.send(read, HttpResponse.BodyHandlers.ofInputStream()).body()) {
                    assertThat(md5(body)).isEqualTo(md5);
                }
            }
            server.outputWriter().append("\n").flush();
            assertThat(server.inputReader().readLine()).isEqualTo("end");
        } finally {
            server.destroyForcibly();
        }
    }
}
