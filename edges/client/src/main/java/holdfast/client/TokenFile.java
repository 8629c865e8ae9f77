package holdfast.client;

import holdfast.model.InvalidRequestException;
import holdfast.store.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/** A token in a file. Who replaces it may leave it empty for a moment: what was there once may be there again. */
final class TokenFile implements Credential {
    private final Path file;
    private volatile boolean wasRead;

    TokenFile(Path file) {
        this.file = file;
    }

    @Override
    public Optional<String> get() {
        String trouble;
        try {
            String token = Files.readString(file).strip();
            if (!token.isEmpty()) {
                wasRead = true;
                return Optional.of(token);
            }
            trouble = "the token file " + file + " is empty";
        } catch (NoSuchFileException e) {
            trouble = "there is no token file " + file;
        } catch (IOException e) {
            trouble = "the token file " + file + " cannot be read: " + e;
        }
        if (wasRead) {
            throw new StoreException.Unavailable(trouble, null);
        }
        throw new InvalidRequestException(trouble);
    }
}
