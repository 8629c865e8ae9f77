package holdfast.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import holdfast.model.EngineId;
import holdfast.model.Root;
import holdfast.store.CommitResult;
import holdfast.store.DocumentKey;
import holdfast.store.PutResult;
import holdfast.store.StoreException;
import holdfast.store.testkit.Await;
import holdfast.store.testkit.Drafts;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real server that speaks only TLS. */
final class TlsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @TempDir private Path folder;

    private static RedisServer start(TestCertificate certificate) {
        int port = RedisServer.freePort();
        return RedisServer.start(
                port,
                "--port",
                "0",
                "--tls-port",
                Integer.toString(port),
                "--tls-cert-file",
                certificate.certificate().toString(),
                "--tls-key-file",
                certificate.key().toString(),
                "--tls-ca-cert-file",
                certificate.certificate().toString(),
                "--tls-auth-clients",
                "no");
    }

    private static RedisAddress address(String scheme, RedisServer server) {
        return RedisAddress.parse(scheme + "://127.0.0.1:" + server.port() + "?timeout=3s");
    }

    @Test
    void locksNoticesAndDocumentsGoThroughTls() {
        var certificate = TestCertificate.make(folder, "ip:127.0.0.1");
        try (var server = start(certificate)) {
            certificate.whileTrusted(() -> {
                try (var store = RedisLockStore.open(address("rediss", server));
                        var documents = RedisDocumentStore.open(address("rediss", server))) {
                    Set<Root> heard = ConcurrentHashMap.newKeySet();
                    var engine = new EngineId("told");
                    store.listen(engine, notice -> heard.add(notice.root()));

                    var commit = Drafts.commit(Drafts.hold("alice").grant()).tell(engine).draft();
                    assertThat(store.commit(List.of(commit)).getFirst())
                            .isInstanceOf(CommitResult.Committed.class);
                    Await.until(PATIENCE, () -> heard.contains(Drafts.ROOT));
                    assertThat(documents.put(new DocumentKey("state"), null, new byte[] {1}))
                            .isInstanceOf(PutResult.Stored.class);
                }
            });
        }
    }

    @Test
    void aCertificateThatNobodyVouchesForIsRefusedWithWhatToDo() {
        try (var server = start(TestCertificate.make(folder, "ip:127.0.0.1"))) {
            assertThatThrownBy(() -> RedisLockStore.open(address("rediss", server)))
                    .isInstanceOf(StoreException.Incompatible.class)
                    .hasMessageContaining("make its certificate known to Java");
        }
    }

    @Test
    void aCertificateOfAnotherHostIsRefused() {
        var certificate = TestCertificate.make(folder, "dns:elsewhere.example");
        try (var server = start(certificate)) {
            certificate.whileTrusted(() ->
                    assertThatThrownBy(() -> RedisLockStore.open(address("rediss", server)))
                            .isInstanceOf(StoreException.Incompatible.class)
                            .hasMessageContaining("127.0.0.1"));
        }
    }

    @Test
    void whoSpeaksPlainTextIsToldToUseTls() {
        try (var server = start(TestCertificate.make(folder, "ip:127.0.0.1"))) {
            assertThatThrownBy(() -> RedisLockStore.open(address("redis", server)))
                    .isInstanceOf(StoreException.Unavailable.class)
                    .hasMessageContaining("use rediss://");
        }
    }
}
