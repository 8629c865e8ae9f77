package holdfast.app;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.dynamodb.local.LocalDynamo;
import holdfast.state.StateName;
import holdfast.state.StateSettings;
import holdfast.state.StateVersion;
import holdfast.state.States;
import holdfast.store.DocumentKey;
import holdfast.store.files.FileDocumentStore;
import holdfast.store.testkit.S3Process;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.s3.S3Client;

/** States come over from where other tools keep them, and nothing is changed there. */
@ResourceLock(Resources.SYSTEM_ERR)
final class StateImportTest {
    private static final String STATE =
            "{\"version\":4,\"serial\":7,\"lineage\":\"l-1\",\"resources\":[]}\n";
    private static final String LOCK =
            "{\"ID\":\"991a190f\",\"Operation\":\"OperationTypeApply\",\"Who\":\"alice@vm\","
                    + "\"Created\":\"2026-11-15T17:53:25Z\",\"Path\":\"p\"}";
    private static final String CHECKPOINT =
            """
            {"version": 3, "checkpoint": {"stack": "organization/shop/prod", "latest": {"resources": [
              {"urn": "urn:pulumi:prod::shop::pulumi:pulumi:Stack::shop-prod", "type": "pulumi:pulumi:Stack",
               "outputs": {"url": "https://shop.example"}},
              {"urn": "urn:pulumi:prod::shop::aws:rds/instance:Instance::db", "custom": true, "id": "db-1",
               "type": "aws:rds/instance:Instance", "inputs": {"size": 100}, "outputs": {"port": 5432},
               "created": "2026-01-10T10:00:00Z", "modified": "2026-01-15T14:20:00Z"},
              {"urn": "urn:pulumi:prod::shop::aws:ecs/service:Service::api", "custom": true, "id": "api-1",
               "type": "aws:ecs/service:Service", "inputs": {}, "outputs": {},
               "dependencies": ["urn:pulumi:prod::shop::aws:rds/instance:Instance::db"]}
            ]}}}
            """;

    private static S3Process s3;
    private static LocalDynamo dynamo;

    @TempDir private Path folder;

    @BeforeAll
    static void start() {
        dynamo = LocalDynamo.start();
        s3 = new S3Process();
    }

    @AfterAll
    static void stop() {
        s3.close();
        dynamo.close();
    }

    /** What a command did: its exit code and what it said. */
    private record Done(int exit, String said) {}

    private Done holdfast(String... arguments) {
        var environment =
                Map.of(
                        "HOLDFAST_STORE",
                        "sqlite:" + folder.resolve("locks.db"),
                        "HOLDFAST_STATES",
                        "files:" + folder.resolve("states"),
                        "USER",
                        "carol");
        var said = new ByteArrayOutputStream();
        PrintStream before = System.err;
        System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
        try {
            int exit = Main.run(environment, arguments);
            return new Done(exit, said.toString(StandardCharsets.UTF_8));
        } finally {
            System.setErr(before);
        }
    }

    private void succeeds(String... arguments) {
        Done done = holdfast(arguments);
        assertThat(done.exit()).as(done.said()).isZero();
    }

    private States states() {
        return new States(
                FileDocumentStore.open(folder.resolve("states")),
                StateSettings.DEFAULT,
                InstantSource.system());
    }

    private String state(String name) {
        return new String(
                states().load(StateName.parse(name)).orElseThrow().body(), StandardCharsets.UTF_8);
    }

    private static S3Client s3Client() {
        return S3Client.builder()
                .endpointOverride(s3.endpoint())
                .forcePathStyle(true)
                .region(Region.US_EAST_1)
                .build();
    }

    private static void put(String bucket, String key, String body) {
        try (S3Client client = s3Client()) {
            client.putObject(
                    request -> request.bucket(bucket).key(key), RequestBody.fromString(body));
        }
    }

    private static Map<String, String> objects(String bucket) {
        try (S3Client client = s3Client()) {
            var all = new TreeMap<String, String>();
            client.listObjectsV2(request -> request.bucket(bucket))
                    .contents()
                    .forEach(
                            object -> all.put(object.key(), object.eTag() + object.lastModified()));
            return all;
        }
    }

    private static DynamoDbClient dynamoClient() {
        return DynamoDbClient.builder()
                .endpointOverride(URI.create("http://127.0.0.1:" + dynamo.port()))
                .region(Region.EU_CENTRAL_1)
                .build();
    }

    private static void makeLockTable(String table) {
        try (DynamoDbClient client = dynamoClient()) {
            var key =
                    KeySchemaElement.builder()
                            .attributeName("LockID")
                            .keyType(KeyType.HASH)
                            .build();
            var attribute =
                    AttributeDefinition.builder()
                            .attributeName("LockID")
                            .attributeType(ScalarAttributeType.S)
                            .build();
            client.createTable(request ->
                    request.tableName(table)
                            .billingMode(BillingMode.PAY_PER_REQUEST)
                            .keySchema(key)
                            .attributeDefinitions(attribute));
        }
    }

    private static void putItem(String table, String id, String member, String text) {
        try (DynamoDbClient client = dynamoClient()) {
            client.putItem(request ->
                    request.tableName(table)
                            .item(
                                    Map.of(
                                            "LockID",
                                            AttributeValue.fromS(id),
                                            member,
                                            AttributeValue.fromS(text))));
        }
    }

    private static String md5(String body) throws NoSuchAlgorithmException {
        return HexFormat.of()
                .formatHex(
                        MessageDigest.getInstance("MD5")
                                .digest(body.getBytes(StandardCharsets.UTF_8)));
    }

    private static List<String> snapshot(Path top) throws IOException {
        var all = new ArrayList<String>();
        try (Stream<Path> files = Files.walk(top)) {
            for (Path file : files.sorted().toList()) {
                FileTime time = Files.getLastModifiedTime(file);
                all.add(
                        file
                                + " "
                                + time
                                + (Files.isRegularFile(file)
                                        ? HexFormat.of().formatHex(Files.readAllBytes(file))
                                        : ""));
            }
        }
        return all;
    }

    @Test
    void aStateOfTerraformComesFromABucketWithItsLockTableAndOnlyReadsAreMade() throws Exception {
        String bucket = s3.newBucket();
        put(bucket, "env:/eu/net.tfstate", STATE);
        makeLockTable("tf-locks");
        String id = bucket + "/env:/eu/net.tfstate";
        putItem("tf-locks", id + "-md5", "Digest", md5(STATE));
        Map<String, String> before = objects(bucket);
        try (var atS3 = new Onlooker(s3.endpoint());
                var atDynamo = new Onlooker(URI.create("http://127.0.0.1:" + dynamo.port()))) {
            succeeds(
                    "state",
                    "import",
                    "terraform:net/eu",
                    "--from",
                    "s3://" + bucket + "/env:/eu/net.tfstate?endpoint=" + atS3.endpoint(),
                    "--lock-table",
                    "dynamodb:tf-locks?" + LocalDynamo.settings(atDynamo.port()));

            assertThat(atS3.asked()).isNotEmpty().containsOnly("GET");
            assertThat(atDynamo.asked())
                    .isNotEmpty()
                    .allMatch(target -> target.endsWith(".GetItem"));
        }
        assertThat(objects(bucket)).isEqualTo(before);
        assertThat(state("terraform:net/eu")).isEqualTo(STATE);
        StateVersion version = states().history(StateName.parse("terraform:net/eu"), 1).get(0);
        assertThat(version.operation()).isEqualTo("import");
        assertThat(version.facts())
                .containsEntry("serial", "7")
                .containsEntry("lineage", "l-1")
                .containsEntry("imported_from", "s3://" + bucket + "/env:/eu/net.tfstate");
    }

    @Test
    void aStateThatSomebodyWorksOnStaysWhereItIsUnlessTold() throws Exception {
        String bucket = s3.newBucket();
        put(bucket, "net.tfstate", STATE);
        put(bucket, "net.tfstate.tflock", LOCK);
        makeLockTable("tf-held");
        putItem("tf-held", bucket + "/other.tfstate", "Info", LOCK);
        String place = "s3://" + bucket + "/net.tfstate?endpoint=" + s3.endpoint();
        String other = "s3://" + bucket + "/other.tfstate?endpoint=" + s3.endpoint();
        String table = "dynamodb:tf-held?" + dynamo.settings();

        Done byFile = holdfast("state", "import", "terraform:net", "--from", place);
        assertThat(byFile.exit()).isEqualTo(73);
        assertThat(byFile.said()).contains("alice@vm").contains("net.tfstate.tflock");
        Done byTable =
                holdfast(
                        "state", "import", "terraform:net", "--from", other, "--lock-table", table);
        assertThat(byTable.exit()).isEqualTo(73);
        assertThat(byTable.said()).contains("alice@vm").contains("lock table");
        assertThat(states().names()).isEmpty();

        succeeds("state", "import", "terraform:net", "--from", place, "--although-locked");
        assertThat(states().history(StateName.parse("terraform:net"), 1).get(0).facts())
                .containsKey("although_locked");
    }

    @Test
    void aStateThatIsNotTheOneThatTheTableNamesIsRefused() throws Exception {
        String bucket = s3.newBucket();
        put(bucket, "net.tfstate", STATE);
        makeLockTable("tf-digest");
        putItem("tf-digest", bucket + "/net.tfstate-md5", "Digest", md5("another"));

        Done done =
                holdfast(
                        "state",
                        "import",
                        "terraform:net",
                        "--from",
                        "s3://" + bucket + "/net.tfstate?endpoint=" + s3.endpoint(),
                        "--lock-table",
                        "dynamodb:tf-digest?" + dynamo.settings());

        assertThat(done.exit()).isEqualTo(64);
        assertThat(done.said()).contains("digest");
    }

    @Test
    void aStateOfTerraformComesFromAFileOnceAndAgainOnlyWhenTold() throws IOException {
        Path there = Files.createDirectory(folder.resolve("there"));
        Path file = Files.writeString(there.resolve("terraform.tfstate"), STATE);
        List<String> before = snapshot(there);

        succeeds("state", "import", "terraform:net", "--from", file.toString());
        assertThat(snapshot(there)).isEqualTo(before);
        assertThat(state("terraform:net")).isEqualTo(STATE);

        Files.writeString(file, STATE.replace("7", "8"));
        assertThat(holdfast("state", "import", "terraform:net", "--from", file.toString()).said())
                .contains("--replace");
        succeeds("state", "import", "terraform:net", "--from", file.toString(), "--replace");
        assertThat(states().history(StateName.parse("terraform:net"), 10)).hasSize(2);

        Files.writeString(there.resolve(".terraform.tfstate.lock.info"), LOCK);
        Done locked =
                holdfast(
                        "state", "import", "terraform:net", "--from", file.toString(), "--replace");
        assertThat(locked.exit()).isEqualTo(73);
        assertThat(locked.said()).contains("alice@vm");
    }

    @Test
    void whatIsNoStateIsNotTakenOver() throws IOException {
        for (String bad : List.of("", "{\"version\":4,\"serial", "[]", "{\"a\":1}", "<html>")) {
            Path file = Files.writeString(folder.resolve("bad.tfstate"), bad);
            Done done = holdfast("state", "import", "terraform:net", "--from", file.toString());
            assertThat(done.exit()).as(bad).isEqualTo(64);
            assertThat(done.said()).contains("not a state of Terraform");
        }
        assertThat(holdfast("state", "import", "terraform:net", "--from", "/nowhere/x").exit())
                .isEqualTo(64);
    }

    private Path pulumi() throws IOException {
        Path there = folder.resolve("pulumi-backend");
        Path top = there.resolve(".pulumi");
        Files.createDirectories(top.resolve("stacks/shop"));
        Files.createDirectories(top.resolve("stacks/blog"));
        Files.createDirectories(top.resolve("history/shop/prod"));
        Files.createDirectories(top.resolve("backups/shop/prod"));
        Files.writeString(top.resolve("meta.yaml"), "version: 1\n");
        Files.writeString(top.resolve("stacks/shop/prod.json"), CHECKPOINT);
        Files.writeString(top.resolve("stacks/shop/prod.json.bak"), CHECKPOINT);
        Files.writeString(top.resolve("stacks/blog/prod.json"), CHECKPOINT);
        Files.writeString(top.resolve("history/shop/prod/prod-17.history.json"), "{}");
        Files.writeString(top.resolve("backups/shop/prod/prod.17.json"), CHECKPOINT);
        return there;
    }

    @Test
    void aStackOfPulumiComesWithItsFolderInWhichPulumiCanGoOn() throws IOException {
        Path there = pulumi();
        List<String> before = snapshot(there);

        succeeds(
                "state",
                "import",
                "shop/production",
                "--from",
                there.toString(),
                "--pulumi-stack",
                "shop/prod");

        assertThat(snapshot(there)).isEqualTo(before);
        assertThat(state("shop/production"))
                .contains("\"kind\": \"aws:rds/instance:Instance\"")
                .contains("\"urn\": \"urn:pulumi:prod::shop::aws:rds/instance:Instance::db\"")
                .contains("\"url\": \"https://shop.example\"")
                .containsPattern("\"dependencies\": \\[\\s*\"db\"\\s*]")
                .contains("\"size\": 100");
        Path ours = folder.resolve("states/stacks/shop/production/pulumi/.pulumi");
        assertThat(ours.resolve("stacks/shop/prod.json")).hasContent(CHECKPOINT.strip());
        assertThat(ours.resolve("meta.yaml")).exists();
        assertThat(ours.resolve("history/shop/prod/prod-17.history.json")).exists();
        assertThat(ours.resolve("backups/shop/prod/prod.17.json")).exists();
        assertThat(ours.resolve("stacks/blog")).doesNotExist();
    }

    @Test
    void aCheckpointThatIsPackedIsUnpacked() throws IOException {
        Path stacks = Files.createDirectories(folder.resolve("packed/.pulumi/stacks"));
        try (var out =
                new GZIPOutputStream(Files.newOutputStream(stacks.resolve("production.json.gz")))) {
            out.write(CHECKPOINT.getBytes(StandardCharsets.UTF_8));
        }

        succeeds(
                "state",
                "import",
                "shop/production",
                "--from",
                folder.resolve("packed").toString());

        assertThat(state("shop/production")).contains("https://shop.example");
        assertThat(
                        folder.resolve(
                                "states/stacks/shop/production/pulumi/.pulumi/stacks/production.json"))
                .hasContent(CHECKPOINT.strip());
        Files.move(stacks.resolve("production.json.gz"), stacks.resolve("production.json.zst"));
        assertThat(
                        holdfast(
                                        "state",
                                        "import",
                                        "shop/staging",
                                        "--from",
                                        folder.resolve("packed").toString(),
                                        "--pulumi-stack",
                                        "production")
                                .said())
                .contains("zstd");
    }

    @Test
    void aStackThatPulumiWorksOnStaysWhereItIs() throws IOException {
        Path there = pulumi();
        Path locks = there.resolve(".pulumi/locks/organization/shop/prod");
        Files.createDirectories(locks);
        Files.writeString(
                locks.resolve("0b1c.json"),
                "{\"pid\":42,\"username\":\"bob\",\"hostname\":\"ci-1\",\"timestamp\":\"2026-01-01T00:00:00Z\"}");

        Done done =
                holdfast(
                        "state",
                        "import",
                        "shop/production",
                        "--from",
                        there.toString(),
                        "--pulumi-stack",
                        "shop/prod");

        assertThat(done.exit()).isEqualTo(73);
        assertThat(done.said()).contains("bob@ci-1");
        // The lock of another project's stack of the same name is no concern of this one.
        succeeds(
                "state",
                "import",
                "blog/production",
                "--from",
                there.toString(),
                "--pulumi-stack",
                "blog/prod");
    }

    /** Where there are no projects, the folder below the locks is that of the stack. */
    @Test
    void theLockOfAStackOfTheOldKindIsSeenAlsoIfAProjectIsNamed() throws IOException {
        Path top = folder.resolve("old/.pulumi");
        Files.createDirectories(top.resolve("stacks"));
        Files.createDirectories(top.resolve("locks/prod"));
        Files.writeString(top.resolve("stacks/prod.json"), CHECKPOINT);
        Files.writeString(
                top.resolve("locks/prod/0b1c.json"),
                "{\"pid\":42,\"username\":\"bob\",\"hostname\":\"ci-1\",\"timestamp\":\"2026-01-01T00:00:00Z\"}");

        assertThat(importStack("shop/production", folder.resolve("old"), "shop/prod").exit())
                .isEqualTo(73);
    }

    @Test
    void anImportThatIsRefusedLeavesNothingInTheFolderOfPulumi() throws IOException {
        Path there = pulumi();
        assertThat(importStack("shop/production", there, "shop/prod").exit()).isZero();

        assertThat(importStack("shop/production", there, "blog/prod").exit()).isEqualTo(64);

        assertThat(folder.resolve("states/stacks/shop/production/pulumi/.pulumi/stacks/blog"))
                .doesNotExist();
    }

    private Done importStack(String name, Path from, String stack) {
        return holdfast(
                "state", "import", name, "--from", from.toString(), "--pulumi-stack", stack);
    }

    @Test
    void aStackOfPulumiComesFromABucketOfTheOldKindAndOnlyReadsAreMade() {
        String bucket = s3.newBucket();
        put(bucket, "team/.pulumi/stacks/production.json", CHECKPOINT);
        put(bucket, "team/.pulumi/history/production/production-1.checkpoint.json", CHECKPOINT);
        Map<String, String> before = objects(bucket);
        try (var atS3 = new Onlooker(s3.endpoint())) {
            succeeds(
                    "state",
                    "import",
                    "shop/production",
                    "--from",
                    "s3://" + bucket + "/team?endpoint=" + atS3.endpoint());

            assertThat(atS3.asked()).isNotEmpty().containsOnly("GET");
        }
        assertThat(objects(bucket)).isEqualTo(before);
        try (var documents = FileDocumentStore.open(folder.resolve("states"))) {
            assertThat(
                            documents.get(
                                    new DocumentKey(
                                            "stacks/shop/production/pulumi/.pulumi/stacks/production.json")))
                    .isPresent();
        }
    }
}
