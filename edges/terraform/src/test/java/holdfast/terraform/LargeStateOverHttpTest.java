package holdfast.terraform;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** States of 100 MB pass through a server that has less memory than one of them, several at once. */
@Timeout(180)
final class LargeStateOverHttpTest {
    private static final long SIZE = 100L * 1024 * 1024;
    private static final int AT_ONCE = 3;

    @TempDir private Path folder;

    /** A JSON object of that size. */
    private static final class Large extends InputStream {
        private static final byte[] HEAD = "{\"version\":4,\"serial\":1,\"x\":\"".getBytes();
        private static final byte[] TAIL = "\"}".getBytes();
        private long at;

        @Override
        public int read() {
            long place = at++;
            if (place >= SIZE) {
                return -1;
            }
            if (place < HEAD.length) {
                return HEAD[(int) place];
            }
            long left = SIZE - place;
            return left <= TAIL.length
                    ? TAIL[(int) (TAIL.length - left)]
                    : 'a' + (int) (place % 23);
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
        try (HttpClient http = HttpClient.newHttpClient()) {
            String url = "http://127.0.0.1:" + server.inputReader().readLine() + "/terraform/large";
            String md5 = md5(new Large());
            var writes = new ArrayList<CompletableFuture<HttpResponse<String>>>();
            for (int i = 0; i < AT_ONCE; i++) {
                writes.add(
                        http.sendAsync(
                                HttpRequest.newBuilder(URI.create(url + i))
                                        .header("Content-MD5", md5)
                                        .POST(
                                                HttpRequest.BodyPublishers.fromPublisher(
                                                        HttpRequest.BodyPublishers.ofInputStream(
                                                                Large::new),
                                                        SIZE))
                                        .build(),
                                HttpResponse.BodyHandlers.ofString()));
            }
            for (var write : writes) {
                assertThat(write.join().statusCode()).as(write.join().body()).isEqualTo(200);
            }

            List<CompletableFuture<HttpResponse<InputStream>>> reads = new ArrayList<>();
            for (int i = 0; i < AT_ONCE; i++) {
                reads.add(
                        http.sendAsync(
                                HttpRequest.newBuilder(URI.create(url + i)).build(),
                                HttpResponse.BodyHandlers.ofInputStream()));
            }
            for (var read : reads) {
                assertThat(md5(read.join().body())).isEqualTo(md5);
            }
            server.outputWriter().append("\n").flush();
            assertThat(server.inputReader().readLine()).isEqualTo("end");
        } finally {
            server.destroyForcibly();
        }
    }
}
