package holdfast.app;

import holdfast.model.InvalidRequestException;
import holdfast.state.LockTable;
import holdfast.state.Origin;
import holdfast.store.StoreException;
import holdfast.store.dynamodb.DynamoAddress;
import holdfast.store.dynamodb.ForeignTable;
import holdfast.store.s3.S3Address;
import holdfast.store.s3.S3Reader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Opens places of other tools, to read there. */
final class Origins {
    private Origins() {}

    static Origin open(String address) {
        return S3Address.isOne(address)
                ? new InBucket(S3Reader.open(S3Address.parse(address)))
                : new InFolder(Path.of(address));
    }

    static LockTable lockTable(String address) {
        return new InTable(ForeignTable.open(DynamoAddress.parse(address)));
    }

    private record InFolder(Path folder) implements Origin {
        InFolder {
            if (!Files.isDirectory(folder)) {
                throw new InvalidRequestException("there is no folder '" + folder + "'");
            }
        }

        @Override
        public Optional<byte[]> read(String path) {
            try {
                return Optional.of(Files.readAllBytes(folder.resolve(path)));
            } catch (NoSuchFileException e) {
                return Optional.empty();
            } catch (IOException e) {
                throw new StoreException.Unavailable(
                        "'" + place(path) + "' cannot be read: " + e, e);
            }
        }

        @Override
        public List<String> list(String below) {
            Path top = folder.resolve(below);
            if (!Files.isDirectory(top)) {
                return List.of();
            }
            try (Stream<Path> files = Files.walk(top)) {
                return files.filter(Files::isRegularFile)
                        .map(file -> folder.relativize(file).toString())
                        .sorted()
                        .toList();
            } catch (IOException e) {
                throw new StoreException.Unavailable("'" + top + "' cannot be read: " + e, e);
            }
        }

        @Override
        public String place(String path) {
            return folder.resolve(path).toString();
        }

        @Override
        public void close() {}
    }

    private record InBucket(S3Reader bucket) implements Origin {
        @Override
        public Optional<byte[]> read(String path) {
            return bucket.read(path);
        }

        @Override
        public List<String> list(String below) {
            return bucket.list(below);
        }

        @Override
        public String place(String path) {
            return bucket + path;
        }

        @Override
        public void close() {
            bucket.close();
        }
    }

    private record InTable(ForeignTable table) implements LockTable {
        @Override
        public Optional<String> text(String lockId, String member) {
            return table.text("LockID", lockId, member);
        }

        @Override
        public boolean has(String lockId) {
            return table.has("LockID", lockId);
        }

        @Override
        public void close() {
            table.close();
        }
    }
}
