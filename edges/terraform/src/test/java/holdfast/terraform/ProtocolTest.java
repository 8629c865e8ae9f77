package holdfast.terraform;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.Holdfast;
import holdfast.model.AuditEntry;
import holdfast.model.Owner;
import holdfast.model.OwnerId;
import holdfast.model.Root;
import holdfast.state.StateVersion;
import holdfast.store.DocumentKey;
import holdfast.store.DocumentStore;
import holdfast.store.StoreException;
import holdfast.store.memory.MemoryDocumentStore;
import holdfast.store.memory.MemoryLockStore;
import holdfast.store.testkit.ManualClock;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.cert.Certificate;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each rule of the protocol, by what a client sees. */
final class ProtocolTest {
    private static final String STATE = "{\"version\":4,\"serial\":1,\"lineage\":\"l\"}\n";
    private static final String NEXT = "{\"version\":4,\"serial\":2,\"lineage\":\"l\"}\n";

    private final ManualClock clock = new ManualClock();
    private final MemoryLockStore locks = new MemoryLockStore(clock);
    private final MemoryDocumentStore documents = new MemoryDocumentStore();
    private Backend backend = open(TerraformSettings.DEFAULT, Access.OPEN);

    private Backend open(TerraformSettings settings, Access access) {
        return new Backend(new Backend.Parts(locks, documents, settings, access), 0);
    }

    private void reopen(TerraformSettings settings, Access access) {
        backend.close();
        backend = open(settings, access);
    }

    @AfterEach
    void end() {
        backend.close();
    }

    private static String lock(String id) {
        return lock(id, "OperationTypeApply");
    }

    private static String lock(String id, String operation) {
        return ("{\"ID\":\"%s\",\"Operation\":\"%s\",\"Info\":\"\",\"Who\":\"alice@host\",\"Version\":\"1.11.4\","
                        + "\"Created\":\"2026-11-15T17:53:25.746245256Z\",\"Path\":\"\"}")
                .formatted(id, operation);
    }

    @Test
    void aStateThatIsNotThereIs404AndCanBeLocked() {
        assertThat(backend.status("GET", "net", "")).isEqualTo(404);
        assertThat(backend.status("LOCK", "net", lock("a"))).isEqualTo(200);
    }

    @Test
    void whatWasWrittenUnderTheLockIsReadByteForByte() {
        backend.status("LOCK", "net", lock("a"));
        String odd = "{\"encrypted_data\":\"\\u00e9 é\",  \"n\":1.10}\n\n";

        assertThat(backend.status("POST", "net?ID=a&tenant=x", odd)).isEqualTo(200);

        HttpResponse<String> read = backend.send("GET", "net", "");
        assertThat(read.statusCode()).isEqualTo(200);
        assertThat(read.body()).isEqualTo(odd);
        assertThat(read.headers().firstValue("Content-MD5")).isPresent();
        assertThat(backend.status("UNLOCK", "net", lock("a"))).isEqualTo(200);
    }

    @Test
    void aLockedStateIsToldWithTheWholeLockInfoOfItsHolder() {
        backend.status("LOCK", "net", lock("a"));

        HttpResponse<String> answer = backend.send("LOCK", "net", lock("b"));

        assertThat(answer.statusCode()).isEqualTo(423);
        LockInfo holder = LockInfo.parse(answer.body().getBytes(StandardCharsets.UTF_8));
        assertThat(holder.id()).isEqualTo("a");
        assertThat(holder.operation()).isEqualTo("OperationTypeApply");
        assertThat(holder.who()).isEqualTo("alice@host");
        assertThat(holder.version()).isEqualTo("1.11.4");
        assertThat(holder.created()).isEqualTo("2026-11-15T17:53:25.746245256Z");
        assertThat(holder.info()).contains("Held by alice@host since");
        assertThat(answer.body()).contains("\"Path\":\"\"");
    }

    /** A time that a client cannot read would hide all the rest from it. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "yesterday",
                "2026-01-01T00:00Z",
                "2026-01-01T00:00:00",
                "+12026-01-01T00:00:00Z"
            })
    void aHolderWhoseTimeNobodyCanReadIsToldWithOneThatEverybodyCan(String created) {
        String odd = lock("a").replace("2026-11-15T17:53:25.746245256Z", created);
        assertThat(backend.status("LOCK", "net", odd)).isEqualTo(200);

        HttpResponse<String> answer = backend.send("LOCK", "net", lock("b"));

        assertThat(answer.statusCode()).isEqualTo(423);
        assertThat(answer.body())
                .containsPattern(
                        "\"Created\":\"\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z\"");
    }

    @Test
    void aDamagedStateIsToldWithTheLastGoodVersionAndHowToGetItBack() {
        backend.status("LOCK", "net", lock("a"));
        backend.status("POST", "net?ID=a", STATE);
        backend.status("POST", "net?ID=a", NEXT);
        var versions = backend.states.history(Backend.state("net"), 2);
        var key = new DocumentKey(versions.get(0).body().key());
        documents.put(key, documents.get(key).orElseThrow().version(), new byte[] {'{', '}'});

        HttpResponse<String> answer = backend.send("GET", "net", "");

        assertThat(answer.statusCode()).isEqualTo(500);
        assertThat(answer.body())
                .contains("is not what was saved")
                .contains("holdfast state restore terraform:net --to " + versions.get(1).id());
    }

    @Test
    void theSameIdLocksAgainAndAgain() {
        assertThat(backend.status("LOCK", "net", lock("a"))).isEqualTo(200);
        assertThat(backend.status("LOCK", "net", lock("a"))).isEqualTo(200);
        assertThat(backend.status("UNLOCK", "net", lock("a"))).isEqualTo(200);
        assertThat(backend.status("UNLOCK", "net", lock("a"))).isEqualTo(200);
        assertThat(backend.status("LOCK", "net", lock("b"))).isEqualTo(200);
    }

    @Test
    void aLateCopyOfALockThatWasReleasedLocksNothing() {
        backend.status("LOCK", "net", lock("a"));
        backend.status("UNLOCK", "net", lock("a"));

        assertThat(backend.status("LOCK", "net", lock("a"))).isEqualTo(410);
        assertThat(backend.status("LOCK", "net", lock("b"))).isEqualTo(200);
    }

    @Test
    void theSameContentMayBeSentAgain() {
        backend.status("LOCK", "net", lock("a"));
        assertThat(backend.status("POST", "net?ID=a", STATE)).isEqualTo(200);
        assertThat(backend.status("POST", "net?ID=a", STATE)).isEqualTo(200);

        assertThat(backend.states.history(Backend.state("net"), 10)).hasSize(1);
    }

    @Test
    void aWriteWithAnIdThatNeverLockedIsRefusedAndKept() {
        assertThat(backend.status("POST", "net?ID=ghost", STATE)).isEqualTo(409);

        assertThat(backend.status("GET", "net", "")).isEqualTo(404);
        var orphans = backend.states.orphans(Backend.state("net"));
        assertThat(orphans).hasSize(1);
        assertThat(orphans.get(0).client()).isEqualTo("ghost");
        assertThat(backend.states.read(orphans.get(0))).asString().isEqualTo(STATE);
    }

    @Test
    void aLateWriteIsTakenIfNobodyLockedSince() {
        backend.status("LOCK", "net", lock("a"));
        clock.advance(Duration.ofHours(3));

        assertThat(backend.status("POST", "net?ID=a", STATE)).isEqualTo(200);

        StateVersion version = backend.states.history(Backend.state("net"), 1).get(0);
        assertThat(version.facts()).containsKey("late");
        assertThat(backend.status("UNLOCK", "net", lock("a"))).isEqualTo(200);
    }

    /** Otherwise its apply would end with an error although its state is saved. */
    @Test
    void whoLostItsLockIsToldThatTheStateIsUnlockedIfNobodyElseHasIt() {
        backend.status("LOCK", "net", lock("a"));
        assertThat(backend.status("UNLOCK", "net", "")).isEqualTo(200);
        assertThat(backend.status("POST", "net?ID=a", STATE)).isEqualTo(200);

        assertThat(backend.status("UNLOCK", "net", lock("a"))).isEqualTo(200);
    }

    /** It would be told by Terraform to force-unlock, and open the lock of the other. */
    @Test
    void whoLostItsLockIsToldThatItHasNoneAndTheOneWhoHasItKeepsIt() {
        backend.status("LOCK", "net", lock("a"));
        backend.status("UNLOCK", "net", "");
        backend.status("LOCK", "net", lock("b"));

        assertThat(backend.status("UNLOCK", "net", lock("a"))).isEqualTo(200);

        assertThat(backend.send("LOCK", "net", lock("c")).body()).contains("\"ID\":\"b\"");
        assertThat(backend.status("POST", "net?ID=b", STATE)).isEqualTo(200);
    }

    @Test
    void aLateWriteIsRefusedAndKeptIfSomebodyLockedSince() {
        backend.status("LOCK", "net", lock("a"));
        clock.advance(Duration.ofHours(3));
        assertThat(backend.status("LOCK", "net", lock("b"))).isEqualTo(200);

        assertThat(backend.status("POST", "net?ID=a", STATE)).isEqualTo(409);

        assertThat(backend.status("GET", "net", "")).isEqualTo(404);
        assertThat(backend.states.orphans(Backend.state("net"))).hasSize(1);
        assertThat(backend.status("POST", "net?ID=b", NEXT)).isEqualTo(200);
    }

    @Test
    void everyRequestThatBearsTheIdKeepsTheLockAlive() {
        backend.status("LOCK", "net", lock("a"));
        clock.advance(Duration.ofMinutes(100));
        backend.status("POST", "net?ID=a", STATE);
        clock.advance(Duration.ofMinutes(100));

        assertThat(backend.status("LOCK", "net", lock("b"))).isEqualTo(423);
    }

    @Test
    void anEmptyUnlockInChunksIsAForceUnlockThatIsWrittenDown() throws IOException {
        backend.status("LOCK", "net", lock("a"));
        String request =
                """
                UNLOCK /terraform/net HTTP/1.1
                Host: x
                Transfer-Encoding: chunked
                Content-Type: application/json
                Content-MD5: 1B2M2Y8AsgTpgAmY7PhCfg==

                0

                """;
        assertThat(statusLine(request)).isEqualTo("HTTP/1.1 200");

        assertThat(backend.status("LOCK", "net", lock("b"))).isEqualTo(200);
        assertThat(backend.engine.audit(10).get(0).entry()).isInstanceOf(AuditEntry.class);
        assertThat(backend.status("POST", "net?ID=a", STATE)).isEqualTo(409);
    }

    @Test
    void aForceUnlockThatNamesItsLockTakesAwayNoOther() {
        backend.status("LOCK", "net", lock("a"));

        assertThat(backend.status("UNLOCK", "net", "{\"ID\":\"b\"}")).isEqualTo(409);
        assertThat(backend.status("UNLOCK", "net", "{\"ID\":\"a\"}")).isEqualTo(200);
        assertThat(backend.status("LOCK", "net", lock("c"))).isEqualTo(200);
    }

    @Test
    void aForceUnlockNeedsTheRight() {
        reopen(TerraformSettings.DEFAULT, new Limited());
        backend.status("LOCK", "net", lock("a"), "Authorization", "worker");

        assertThat(backend.status("UNLOCK", "net", "", "Authorization", "worker")).isEqualTo(403);
        assertThat(backend.status("UNLOCK", "net", "{\"ID\":\"a\"}", "Authorization", "worker"))
                .isEqualTo(403);
        assertThat(backend.status("UNLOCK", "net", "", "Authorization", "admin")).isEqualTo(200);
        assertThat(backend.status("GET", "net", "")).isEqualTo(401);
        assertThat(backend.send("GET", "net", "").headers().firstValue("WWW-Authenticate"))
                .isPresent();
    }

    /** Knows a worker and an admin by their names alone. */
    private static final class Limited implements Access {
        @Override
        public Optional<Visitor> admit(
                Optional<String> authorization, Optional<Certificate[]> certificates) {
            return authorization.map(name ->
                    new Visitor() {
                        @Override
                        public String name() {
                            return name;
                        }

                        @Override
                        public Owner owner(String run, String claimed, Map<String, String> facts) {
                            return new Owner(new OwnerId(run + "." + name), name, facts);
                        }

                        @Override
                        public Optional<String> objection(Right right, Root root) {
                            return right == Right.FORCE_UNLOCK && !name.equals("admin")
                                    ? Optional.of("only an admin may do this")
                                    : Optional.empty();
                        }
                    });
        }
    }

    @Test
    void anotherIdDoesNotUnlock() {
        backend.status("LOCK", "net", lock("a"));

        HttpResponse<String> answer = backend.send("UNLOCK", "net", lock("b"));

        assertThat(answer.statusCode()).isEqualTo(409);
        assertThat(answer.body()).contains("\"ID\":\"a\"");
        assertThat(backend.status("LOCK", "net", lock("c"))).isEqualTo(423);
    }

    @Test
    void aWriteWithoutALockIsTakenWhenNobodyHasOneAndKeptWhenSomebodyDoes() {
        assertThat(backend.status("POST", "net", STATE)).isEqualTo(200);
        backend.status("LOCK", "net", lock("a"));

        HttpResponse<String> refused = backend.send("POST", "net", NEXT);
        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(refused.body()).contains("without a lock", "Held by alice@host since");

        assertThat(backend.send("GET", "net", "").body()).isEqualTo(STATE);
        assertThat(backend.states.orphans(Backend.state("net"))).hasSize(1);
        assertThat(backend.status("DELETE", "net", "")).isEqualTo(423);
        backend.status("UNLOCK", "net", lock("a"));
        assertThat(backend.status("DELETE", "net", "")).isEqualTo(200);
        assertThat(backend.status("GET", "net", "")).isEqualTo(404);
    }

    @Test
    void aWriteWithoutALockMayBeForbidden() {
        reopen(
                TerraformSettings.DEFAULT.with(TerraformSettings.UnlockedWrites.REFUSED),
                Access.OPEN);

        HttpResponse<String> refused = backend.send("POST", "net", STATE);
        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(refused.body()).contains("without a lock", "terraform.unlocked_writes");
        assertThat(backend.status("GET", "net", "")).isEqualTo(404);
        HttpResponse<String> removal = backend.send("DELETE", "net", "");
        assertThat(removal.statusCode()).isEqualTo(409);
        assertThat(removal.body()).contains("holdfast state rm terraform:net");
    }

    /** A paused holder, and someone who wrote without a lock meanwhile. */
    @Test
    void aWriteWithoutALockKeepsLateWritersOutLikeAnyOther() {
        backend.status("LOCK", "net", lock("a"));
        clock.advance(Duration.ofHours(3));
        assertThat(backend.status("POST", "net", NEXT)).isEqualTo(200);

        assertThat(backend.status("POST", "net?ID=a", STATE)).isEqualTo(409);
        assertThat(backend.send("GET", "net", "").body()).isEqualTo(NEXT);
    }

    /** It may be a copy that was on its way for long: going back is for who holds the lock. */
    @Test
    void aWriteWithoutALockNeverReplacesANewerState() {
        assertThat(backend.status("POST", "net", STATE)).isEqualTo(200);
        backend.status("LOCK", "net", lock("a"));
        backend.status("POST", "net?ID=a", NEXT);
        backend.status("UNLOCK", "net", lock("a"));

        assertThat(backend.status("POST", "net", STATE)).isEqualTo(409);

        assertThat(backend.send("GET", "net", "").body()).isEqualTo(NEXT);
        assertThat(backend.states.orphans(Backend.state("net"))).hasSize(1);
    }

    /** The client is told 503 and gives up: nobody may be locked out by a lease that nobody knows of. */
    @Test
    void aLockWhoseStampCannotBeWrittenIsNotKeptForLong() {
        var full = new AtomicBoolean(true);
        DocumentStore store =
                watched(method -> {
                    if (full.get() && method.equals("put")) {
                        throw new StoreException.Unavailable("the disk is full", null);
                    }
                });
        backend.close();
        backend =
                new Backend(
                        new Backend.Parts(locks, store, TerraformSettings.DEFAULT, Access.OPEN), 0);
        assertThat(backend.status("LOCK", "net", lock("a"))).isEqualTo(503);
        full.set(false);

        clock.advance(Duration.ofSeconds(61));

        assertThat(backend.status("LOCK", "net", lock("b"))).isEqualTo(200);
    }

    /** The documents, with a word before each call. */
    private DocumentStore watched(Consumer<String> before) {
        return (DocumentStore)
                Proxy.newProxyInstance(
                        getClass().getClassLoader(),
                        new Class<?>[] {DocumentStore.class},
                        (proxy, method, arguments) -> {
                            before.accept(method.getName());
                            return method.invoke(documents, arguments);
                        });
    }

    @Test
    void plansShareWhenTheyAreToldTo() {
        reopen(TerraformSettings.DEFAULT.with(TerraformSettings.Plans.SHARE), Access.OPEN);

        assertThat(backend.status("LOCK", "net", lock("p", "OperationTypePlan"))).isEqualTo(200);
        assertThat(backend.status("LOCK", "net", lock("q", "OperationTypePlan"))).isEqualTo(200);
        assertThat(backend.status("LOCK", "net", lock("a"))).isEqualTo(423);
        assertThat(backend.status("POST", "net?ID=p", STATE)).isEqualTo(409);
        backend.status("UNLOCK", "net", lock("p", "OperationTypePlan"));
        backend.status("UNLOCK", "net", lock("q", "OperationTypePlan"));
        assertThat(backend.status("LOCK", "net", lock("b"))).isEqualTo(200);
        assertThat(backend.status("LOCK", "net", lock("r", "OperationTypePlan"))).isEqualTo(423);
    }

    @Test
    void lockingByCommonMethodsIsTheSameLock() {
        assertThat(backend.status("POST", "net/lock", lock("a"))).isEqualTo(200);
        assertThat(backend.status("LOCK", "net", lock("b"))).isEqualTo(423);
        assertThat(backend.status("DELETE", "net/lock", lock("a"))).isEqualTo(200);
        assertThat(backend.status("PUT", "net/lock", lock("b"))).isEqualTo(200);
    }

    @Test
    void aProxyThatTakesBodiesOfDeleteAwayIsPassedByAPost() {
        backend.status("POST", "net/lock", lock("a"));

        assertThat(backend.status("POST", "net/unlock", lock("b"))).isEqualTo(409);
        assertThat(backend.status("POST", "net/unlock", lock("a"))).isEqualTo(200);

        assertThat(backend.status("GET", "net/unlock", "")).isEqualTo(405);
        assertThat(backend.status("LOCK", "net", lock("b"))).isEqualTo(200);
    }

    @Test
    void whatTellsOfALockIsNotSavedAsAState() {
        assertThat(backend.status("POST", "net", lock("a"))).isEqualTo(400);
        backend.status("LOCK", "net", lock("a"));
        assertThat(backend.status("POST", "net?ID=a", lock("a"))).isEqualTo(400);

        assertThat(backend.status("GET", "net", "")).isEqualTo(404);
    }

    @Test
    void aStateWithoutALineageComesAfterOneWithItOnlyUnderALockAndWithAnAlarm() {
        backend.status("POST", "net", STATE);

        assertThat(backend.status("POST", "net", "{\"version\":4}")).isEqualTo(409);
        backend.status("LOCK", "net", lock("a"));
        assertThat(backend.status("POST", "net?ID=a", "{\"version\":4}")).isEqualTo(200);

        assertThat(backend.states.history(Backend.state("net"), 1).getFirst().facts())
                .containsEntry("alarm", "the lineage changed from l to none");
    }

    @Test
    void aReadThatBearsTheIdOfALockKeepsIt() {
        backend.status("LOCK", "net", lock("a"));
        Duration most = TerraformSettings.DEFAULT.idleLease().minusMinutes(1);
        clock.advance(most);

        backend.status("GET", "net?ID=a", "");

        clock.advance(most);
        assertThat(backend.status("LOCK", "net", lock("b"))).isEqualTo(423);
    }

    @Test
    void aWriteWithoutALockWhoseAnswerWasLostIsRepeatedAlsoWhileAnotherHasTheLock() {
        String md5 = md5(STATE);
        backend.status("POST", "net", STATE, "Content-MD5", md5);
        backend.status("LOCK", "net", lock("a"));

        assertThat(backend.status("POST", "net", STATE, "Content-MD5", md5)).isEqualTo(200);

        assertThat(backend.states.orphans(Backend.state("net"))).isEmpty();
    }

    private void damageTheCurrentVersion() {
        StateVersion current = backend.states.pointer(Backend.state("net")).current();
        var key = new DocumentKey(Objects.requireNonNull(current).body().key());
        documents.put(key, documents.get(key).orElseThrow().version(), new byte[] {'{', '}'});
    }

    @Test
    void whatIsSentAgainWithoutALockIsSavedAnewIfWhatWasSavedIsDamaged() {
        String md5 = md5(STATE);
        backend.status("POST", "net", STATE, "Content-MD5", md5);
        damageTheCurrentVersion();

        assertThat(backend.status("POST", "net", STATE, "Content-MD5", md5)).isEqualTo(200);

        assertThat(backend.send("GET", "net", "").body()).isEqualTo(STATE);
    }

    @Test
    void whatIsSentAgainAfterItsLockIsKeptIfWhatWasSavedIsDamaged() {
        String md5 = md5(STATE);
        backend.status("LOCK", "net", lock("a"));
        backend.status("POST", "net?ID=a", STATE, "Content-MD5", md5);
        backend.status("UNLOCK", "net", lock("a"));
        damageTheCurrentVersion();

        assertThat(backend.status("POST", "net?ID=a", STATE, "Content-MD5", md5)).isEqualTo(409);

        assertThat(backend.states.orphans(Backend.state("net"))).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a.b", "a/b/c.d", "a%2Fb", "sp%20ace", "%C3%BC", "a+b", "A", "a;b"})
    void namesHaveDotsAndSlashes(String name) {
        backend.status("LOCK", name, lock("a"));
        assertThat(backend.status("POST", name + "?ID=a", STATE)).isEqualTo(200);
        assertThat(backend.send("GET", name, "").body()).isEqualTo(STATE);
        assertThat(backend.status("GET", "a", "")).isEqualTo(404);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a//b", "a/"})
    void whatIsNoNameIsRefusedAndNeverRedirected(String name) {
        assertThat(backend.status("LOCK", name, lock("a"))).isEqualTo(400);
    }

    @Test
    void aPathThatIsNoPathOfAUrlIsABadRequest() throws IOException {
        assertThat(statusLine("GET /terraform/a%zz HTTP/1.1\nHost: x\n\n"))
                .isEqualTo("HTTP/1.1 400");
    }

    private String statusLine(String request) throws IOException {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), backend.port())) {
            OutputStream out = socket.getOutputStream();
            out.write(request.replace("\n", "\r\n").getBytes(StandardCharsets.US_ASCII));
            InputStream in = socket.getInputStream();
            return new String(in.readNBytes(12), StandardCharsets.US_ASCII);
        }
    }

    @Test
    void theLockOnEverythingIsNoState() {
        assertThat(backend.status("LOCK", "_atlantis/global", lock("a"))).isEqualTo(400);
        assertThat(backend.status("POST", "_atlantis/global", STATE)).isEqualTo(400);
    }

    @Test
    void whoCannotBeToldNowMayComeAgain() {
        reopen(
                TerraformSettings.DEFAULT,
                (authorization, certificates) -> {
                    throw new Access.Undecided("the keys cannot be fetched");
                });

        HttpResponse<String> answer = backend.send("GET", "net", "");

        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.headers().firstValue("Retry-After")).isPresent();
    }

    @Test
    void aWrongDigestIsRefusedAndThePreviousVersionStays() {
        backend.status("LOCK", "net", lock("a"));
        backend.status("POST", "net?ID=a", STATE);

        assertThat(
                        backend.status(
                                "POST",
                                "net?ID=a",
                                NEXT,
                                "Content-MD5",
                                "1B2M2Y8AsgTpgAmY7PhCfg=="))
                .isEqualTo(400);
        assertThat(
                        backend.status(
                                "LOCK",
                                "other",
                                lock("x"),
                                "Content-MD5",
                                "1B2M2Y8AsgTpgAmY7PhCfg=="))
                .isEqualTo(400);
        assertThat(backend.send("GET", "net", "").body()).isEqualTo(STATE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"version\":4,\"serial\":2", "not a state", "[1]"})
    void whatIsNoWholeObjectIsRefusedAndThePreviousVersionStays(String body) {
        backend.status("LOCK", "net", lock("a"));
        backend.status("POST", "net?ID=a", STATE);

        assertThat(backend.status("POST", "net?ID=a", body)).isEqualTo(400);
        assertThat(backend.send("GET", "net", "").body()).isEqualTo(STATE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "nonsense", "{\"ID\":5}", "{\"ID\":\"\"}"})
    void aLockWithoutAnIdIsABadRequest(String body) {
        assertThat(backend.status("LOCK", "net", body)).isEqualTo(400);
    }

    @Test
    void aLockWithoutABodyIsABadRequest() {
        assertThat(backend.status("LOCK", "net", "")).isEqualTo(400);
    }

    private void saveUnderALockOfItsOwn(String id, String state) {
        assertThat(backend.status("LOCK", "net", lock(id))).isEqualTo(200);
        assertThat(backend.status("POST", "net?ID=" + id, state)).isEqualTo(200);
        assertThat(backend.status("UNLOCK", "net", lock(id))).isEqualTo(200);
    }

    @Test
    void aSerialDoesNotGoBackUnderOneLock() {
        backend.status("LOCK", "net", lock("a"));
        backend.status("POST", "net?ID=a", NEXT);

        assertThat(backend.status("POST", "net?ID=a", STATE)).isEqualTo(409);

        assertThat(backend.send("GET", "net", "").body()).isEqualTo(NEXT);
        assertThat(backend.states.orphans(Backend.state("net"))).hasSize(1);
    }

    @Test
    void aLateCopyOfAnEarlierWriteChangesNothingAndIsToldThatItWasDone() {
        backend.status("LOCK", "net", lock("a"));
        backend.status("POST", "net?ID=a", STATE);
        backend.status("POST", "net?ID=a", NEXT);
        String[] md5 = {"Content-MD5", md5(STATE)};

        assertThat(backend.status("POST", "net?ID=a", STATE, md5)).isEqualTo(200);
        backend.status("UNLOCK", "net", lock("a"));
        assertThat(backend.status("POST", "net?ID=a", STATE, md5)).isEqualTo(200);

        assertThat(backend.send("GET", "net", "").body()).isEqualTo(NEXT);
        assertThat(backend.states.orphans(Backend.state("net"))).isEmpty();
    }

    private static String md5(String text) {
        try {
            byte[] digest =
                    MessageDigest.getInstance("MD5").digest(text.getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void nothingIsWrittenUnderALockThatItsClientGaveBack() {
        backend.status("LOCK", "net", lock("a"));
        backend.status("POST", "net?ID=a", STATE);
        backend.status("UNLOCK", "net", lock("a"));

        assertThat(backend.status("POST", "net?ID=a", NEXT)).isEqualTo(409);

        assertThat(backend.send("GET", "net", "").body()).isEqualTo(STATE);
        assertThat(backend.states.orphans(Backend.state("net"))).hasSize(1);
    }

    @Test
    void aLateWriteThatIsOlderThanTheStateOrOfAnotherLineageIsRefused() {
        backend.status("LOCK", "net", lock("a"));
        backend.status("POST", "net?ID=a", NEXT);
        clock.advance(Duration.ofHours(3));

        assertThat(backend.status("POST", "net?ID=a", STATE)).isEqualTo(409);
        assertThat(backend.status("POST", "net?ID=a", NEXT.replace("\"l\"", "\"other\"")))
                .isEqualTo(409);
        assertThat(backend.send("GET", "net", "").body()).isEqualTo(NEXT);
    }

    @Test
    void aLateWriteIsRefusedWhileAnotherToolHoldsTheState() throws InterruptedException {
        backend.status("LOCK", "net", lock("a"));
        clock.advance(Duration.ofHours(3));
        try (Holdfast others = Holdfast.on(locks)) {
            others.lock("net").lease(Duration.ofMinutes(5)).acquireDetached();
        }

        assertThat(backend.status("POST", "net?ID=a", STATE)).isEqualTo(409);
        assertThat(backend.status("GET", "net", "")).isEqualTo(404);
    }

    @Test
    void theIdOfAnotherIsNoKeyToItsLock() {
        reopen(TerraformSettings.DEFAULT, new Limited());
        String[] alice = {"Authorization", "alice"};
        String[] mallory = {"Authorization", "mallory"};
        backend.status("LOCK", "net", lock("a"), alice);

        assertThat(backend.status("LOCK", "net", lock("a"), mallory)).isEqualTo(423);
        assertThat(backend.status("POST", "net?ID=a", STATE, mallory)).isEqualTo(409);
        assertThat(backend.status("UNLOCK", "net", lock("a"), mallory)).isEqualTo(409);

        assertThat(backend.status("GET", "net", "", alice)).isEqualTo(404);
        assertThat(backend.status("POST", "net?ID=a", STATE, alice)).isEqualTo(200);
        assertThat(backend.status("UNLOCK", "net", "{\"ID\":\"a\"}", "Authorization", "admin"))
                .isEqualTo(200);
    }

    @Test
    void theLateWriteOfALostLockIsItsOwnersAlone() {
        reopen(TerraformSettings.DEFAULT, new Limited());
        backend.status("LOCK", "net", lock("a"), "Authorization", "mallory");
        clock.advance(Duration.ofHours(3));
        backend.status("LOCK", "net", lock("a"), "Authorization", "alice");
        clock.advance(Duration.ofHours(3));

        assertThat(backend.status("POST", "net?ID=a", STATE, "Authorization", "mallory"))
                .isEqualTo(409);
        assertThat(backend.status("POST", "net?ID=a", STATE, "Authorization", "alice"))
                .isEqualTo(200);
    }

    /** A freeze exempts owners by name or id: neither may be what a client says of itself. */
    @Test
    void theOwnerIsWhomTheCredentialNamesWhateverTheClientSaysItIs() {
        reopen(TerraformSettings.DEFAULT, new Limited());
        backend.status("LOCK", "net", lock("a"), "Authorization", "mallory");

        Owner owner = backend.engine.look(Backend.state("net").root()).holds().get(0).owner();

        assertThat(owner.name()).isEqualTo("mallory");
        assertThat(owner.id()).isEqualTo(new OwnerId("a.mallory"));
        assertThat(backend.send("LOCK", "net", lock("b"), "Authorization", "mallory").body())
                .contains("\"Who\":\"alice@host\"")
                .contains("Held by mallory");
    }

    @Test
    void aServerThatDiesInAWriteWithoutALockLeavesTheStateFreeSoon() {
        var info = LockInfo.parse(lock("a").getBytes(StandardCharsets.UTF_8));
        var locking =
                new Locking(
                        backend.engine, backend.states, TerraformSettings.DEFAULT, Witness.NONE);
        Access.Visitor visitor =
                Access.OPEN.admit(Optional.empty(), Optional.empty()).orElseThrow();

        assertThat(locking.lockForAMoment(Backend.state("net"), info, visitor).status())
                .isEqualTo(200);
        clock.advance(Duration.ofMinutes(2));

        assertThat(backend.status("LOCK", "net", lock("b"))).isEqualTo(200);
    }

    @Test
    void aSerialThatGoesBackAndAnotherLineageAreTakenAndNoted() {
        saveUnderALockOfItsOwn("a", NEXT);
        saveUnderALockOfItsOwn("b", STATE);
        saveUnderALockOfItsOwn("c", STATE.replace("\"l\"", "\"other\""));

        assertThat(backend.states.history(Backend.state("net"), 10))
                .extracting(StateVersion::facts)
                .extracting(facts -> facts.getOrDefault("alarm", ""))
                .containsExactly(
                        "the lineage changed from l to other",
                        "the serial went back from 2 to 1",
                        "");
    }

    @Test
    void everyVersionSaysWhoAndWhichLock() {
        backend.status("LOCK", "net", lock("a"));
        backend.status("POST", "net?ID=a", STATE);

        StateVersion version = backend.states.history(Backend.state("net"), 1).get(0);
        assertThat(version.by()).isEqualTo("alice@host");
        assertThat(version.client()).isEqualTo("a");
        assertThat(version.lock()).startsWith("lock_");
        assertThat(version.facts()).containsAllEntriesOf(Map.of("serial", "1", "lineage", "l"));
    }

    @Test
    void aLockThatAnotherToolHoldsIsTold() throws InterruptedException {
        try (Holdfast others = Holdfast.on(locks)) {
            others.lock("net")
                    .ownedBy(
                            new Owner(
                                    new OwnerId("run-7"),
                                    "ci",
                                    Map.of("link", "https://ci.example/runs/7")))
                    .reason("maintenance")
                    .lease(Duration.ofMinutes(5))
                    .acquireDetached();
        }

        HttpResponse<String> answer = backend.send("LOCK", "net", lock("a"));

        assertThat(answer.statusCode()).isEqualTo(423);
        assertThat(answer.body())
                .contains("Held by ci since")
                .contains("Reason: maintenance")
                .contains("https://ci.example/runs/7")
                .contains("\"ID\":\"lock_");
    }

    /** Two requests of one client that are under way at once: the one with the newer serial is done first. */
    @Test
    void ofTwoWritesAtOnceUnderOneLockTheNewerStays() {
        var interposed = new AtomicBoolean();
        DocumentStore store =
                (DocumentStore)
                        Proxy.newProxyInstance(
                                getClass().getClassLoader(),
                                new Class<?>[] {DocumentStore.class},
                                (proxy, method, arguments) -> {
                                    boolean isBody =
                                            method.getName().equals("put")
                                                    && arguments[0]
                                                            .toString()
                                                            .contains("/history/");
                                    if (isBody && interposed.compareAndSet(false, true)) {
                                        assertThat(backend.status("POST", "net?ID=a", NEXT))
                                                .isEqualTo(200);
                                    }
                                    return method.invoke(documents, arguments);
                                });
        backend.close();
        backend =
                new Backend(
                        new Backend.Parts(locks, store, TerraformSettings.DEFAULT, Access.OPEN), 0);
        backend.status("LOCK", "net", lock("a"));

        assertThat(backend.status("POST", "net?ID=a", STATE)).isEqualTo(409);

        assertThat(backend.send("GET", "net", "").body()).isEqualTo(NEXT);
        assertThat(backend.states.orphans(Backend.state("net"))).hasSize(1);
    }

    @Test
    void whatIsRefusedIsKeptOnceForEachClientAndNotWithoutLimit() {
        for (int i = 0; i < 3; i++) {
            assertThat(backend.status("POST", "net?ID=ghost", STATE)).isEqualTo(409);
        }
        assertThat(backend.states.orphans(Backend.state("net"))).hasSize(1);
        for (int i = 0; i < 120; i++) {
            assertThat(backend.status("POST", "net?ID=ghost" + i, STATE)).isEqualTo(409);
        }

        // Of ids that never held the lock only a few are kept: they are free to invent.
        assertThat(backend.states.orphans(Backend.state("net"))).hasSize(10);
        assertThat(backend.send("POST", "net?ID=last", STATE).body()).contains("NOT kept");
    }
}
