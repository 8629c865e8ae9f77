package holdfast.app;

import holdfast.model.InvalidRequestException;
import holdfast.store.DocumentStore;
import holdfast.store.dynamodb.DynamoAddress;
import holdfast.store.dynamodb.DynamoDocumentStore;
import holdfast.store.files.FileDocumentStore;
import holdfast.store.redis.RedisAddress;
import holdfast.store.redis.RedisDocumentStore;
import holdfast.store.s3.S3Address;
import holdfast.store.s3.S3DocumentStore;
import holdfast.store.sqlite.SqliteDocumentStore;
import holdfast.store.sqlite.SqliteOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Knows which store of documents an address means. Each kind is loaded only for its own addresses. */
final class DocumentAddresses {
    private static final String FILES = "files:";
    private static final String SQLITE = "sqlite:";
    private static final String S3 = "s3:";
    private static final String DYNAMODB = "dynamodb:";
    private static final String REDIS = "redis";

    private DocumentAddresses() {}

    /** What is not on this disk may be there: opening it says why it cannot. */
    static boolean isThere(String address) {
        for (String onDisk : List.of(FILES, SQLITE)) {
            if (address.startsWith(onDisk) && address.length() > onDisk.length()) {
                return !Files.notExists(Path.of(address.substring(onDisk.length())));
            }
        }
        return true;
    }

    /** Whether people see each document for itself. */
    static boolean isLookedAt(String address) {
        return isFolder(address) || address.startsWith(S3);
    }

    static boolean isFolder(String address) {
        return address.startsWith(FILES);
    }

    /** Says what is wrong with an address, without going there. */
    static void check(String address) {
        if (address.startsWith(S3)) {
            S3Address.parse(address);
        } else if (address.startsWith(DYNAMODB)) {
            DynamoAddress.parse(address);
        } else if (address.startsWith(REDIS)) {
            RedisAddress.parse(address);
        } else if (!isOnDisk(address)) {
            throw noAddress(address);
        }
    }

    private static boolean isOnDisk(String address) {
        return List.of(FILES, SQLITE).stream()
                .anyMatch(kind -> address.startsWith(kind) && address.length() > kind.length());
    }

    static DocumentStore open(String address) {
        if (address.startsWith(FILES) && address.length() > FILES.length()) {
            return FileDocumentStore.open(Path.of(address.substring(FILES.length())));
        }
        if (address.startsWith(S3)) {
            return S3DocumentStore.open(S3Address.parse(address));
        }
        if (address.startsWith(DYNAMODB)) {
            return DynamoDocumentStore.open(DynamoAddress.parse(address));
        }
        if (address.startsWith(REDIS)) {
            return RedisDocumentStore.open(RedisAddress.parse(address));
        }
        if (address.startsWith(SQLITE) && address.length() > SQLITE.length()) {
            return SqliteDocumentStore.open(
                    Path.of(address.substring(SQLITE.length())), SqliteOptions.defaults());
        }
        throw noAddress(address);
    }

    private static InvalidRequestException noAddress(String address) {
        return new InvalidRequestException(
                "'"
                        + address
                        + "' is not an address for states: write files:DIRECTORY, s3://BUCKET/PREFIX, sqlite:FILE, redis://HOST:PORT or dynamodb:TABLE");
    }
}
