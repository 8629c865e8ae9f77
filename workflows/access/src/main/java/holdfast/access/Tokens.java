package holdfast.access;

import holdfast.model.InvalidRequestException;
import holdfast.model.RequestId;
import holdfast.store.Document;
import holdfast.store.DocumentKey;
import holdfast.store.DocumentStore;
import holdfast.store.DocumentVersion;
import holdfast.store.PutResult;
import holdfast.store.StoreException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The tokens of a store. Only hashes of their secrets are kept, so nothing in the store opens anything. Safe for use by many threads. */
public final class Tokens {
    private static final String FOLDER = "access/tokens/";
    private static final int PAGE = 500;
    private static final int ATTEMPTS_MAX = 10;

    /** Whoever did not hear the answer asks again sooner; later somebody may work with what was answered. */
    private static final Duration REPEATED_WITHIN = Duration.ofMinutes(10);

    private final DocumentStore documents;
    private final InstantSource clock;
    private final SecureRandom random = new SecureRandom();

    /** A token that was just made, and the only time that its secret is there to be seen. */
    public record Created(AccessToken token, TokenRecord record, Secret secret) {}

    /** Whether a request was made for the first time. */
    public enum Secret {
        FIRST,
        /** Its token was there already, and what opened it until now opens nothing any more. */
        REPLACED
    }

    /** What someone wants a token for; it holds until it is revoked unless {@code expiresAfter} says otherwise. */
    public record Wish(
            String name, List<Grant> grants, String createdBy, @Nullable Duration expiresAfter) {
        public Wish {
            grants = List.copyOf(grants);
            if (expiresAfter != null && !expiresAfter.isPositive()) {
                throw new InvalidRequestException("a token that expires at once opens nothing");
            }
        }
    }

    public Tokens(DocumentStore documents, InstantSource clock) {
        this.documents = documents;
        this.clock = clock;
    }

    public Created create(Wish wish) {
        AccessToken token = AccessToken.random(random);
        TokenRecord record = record(token, wish);
        if (!isStored(token, record, null)) {
            throw new IllegalStateException("a random id of 64 bits came twice");
        }
        return new Created(token, record, Secret.FIRST);
    }

    /**
     * The same request makes one token, however often it comes. What was shown the first time is not known any more, so that the token
     * gets another secret in its place.
     *
     * @throws InvalidRequestException if the request made another token, or this one too long ago
     * @throws StoreException.Unavailable if another copy of the request was faster: what that one was told holds
     */
    public Created create(Wish wish, RequestId request) {
        AccessToken token = AccessToken.of(request, random);
        Optional<Document> found = find(token.id());
        TokenRecord asked = record(token, wish);
        TokenRecord record =
                found.map(document -> repeated(TokenJson.read(document).token(), asked))
                        .orElse(asked);
        if (!isStored(token, record, found.map(Document::version).orElse(null))) {
            // Not tried again: what a copy of this request stored meanwhile may be in use already.
            throw changedMeanwhile(token.id());
        }
        return new Created(token, record, found.isPresent() ? Secret.REPLACED : Secret.FIRST);
    }

    private TokenRecord record(AccessToken token, Wish wish) {
        Instant now = now();
        return new TokenRecord(
                token.id(),
                wish.name(),
                wish.grants(),
                now,
                wish.createdBy(),
                wish.expiresAfter() == null ? null : now.plus(wish.expiresAfter()),
                null,
                null);
    }

    private TokenRecord repeated(TokenRecord made, TokenRecord asked) {
        boolean isSame =
                made.name().equals(asked.name())
                        && made.grants().equals(asked.grants())
                        && made.createdBy().equals(asked.createdBy())
                        && Objects.equals(made.lasts(), asked.lasts());
        if (isSame
                && made.revokedAt() == null
                && now().isBefore(made.createdAt().plus(REPEATED_WITHIN))) {
            return made;
        }
        throw new InvalidRequestException(
                "this request made token "
                        + made.id()
                        + " for "
                        + made.name()
                        + " at "
                        + made.createdAt()
                        + ", which is not shown again: revoke it if nobody has it, and make another"
                        + " under a new name of the request");
    }

    private boolean isStored(
            AccessToken token, TokenRecord record, @Nullable DocumentVersion version) {
        byte[] body = new TokenJson(record, token.hash()).write();
        return documents.put(keyOf(token.id()), version, body) instanceof PutResult.Stored;
    }

    /** All tokens, also those that no longer hold. */
    public List<TokenRecord> list() {
        return all().map(TokenJson::read).map(TokenJson::token).toList();
    }

    /** Those of them that are not damaged. */
    List<TokenRecord> readable() {
        return all().flatMap(
                        document -> {
                            try {
                                return Stream.of(TokenJson.read(document).token());
                            } catch (StoreException.Corrupted e) {
                                return Stream.empty();
                            }
                        })
                .toList();
    }

    private Stream<Document> all() {
        var found = new ArrayList<DocumentKey>();
        List<DocumentKey> page = documents.list(FOLDER, null, PAGE);
        while (!page.isEmpty()) {
            found.addAll(page);
            page = documents.list(FOLDER, page.getLast(), PAGE);
        }
        return found.stream().flatMap(key -> documents.get(key).stream());
    }

    /** Ends a token for good; empty if there is none with this id. One that was revoked before stays as it is. */
    public Optional<TokenRecord> revoke(String id, String by) {
        for (int attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
            Optional<Document> found = find(id);
            if (found.isEmpty()) {
                return Optional.empty();
            }
            TokenJson kept = TokenJson.read(found.get());
            if (kept.token().revokedAt() != null) {
                return Optional.of(kept.token());
            }
            TokenRecord revoked = kept.token().revoked(now(), by);
            byte[] body = new TokenJson(revoked, kept.hash()).write();
            if (documents.put(keyOf(id), found.get().version(), body) instanceof PutResult.Stored) {
                return Optional.of(revoked);
            }
        }
        throw changedMeanwhile(id);
    }

    private static StoreException changedMeanwhile(String id) {
        return new StoreException.Unavailable(
                "others changed token " + id + " at the same time: try again", null);
    }

    private Optional<Document> find(String id) {
        return AccessToken.isId(id) ? documents.get(keyOf(id)) : Optional.empty();
    }

    /** What is kept under an id; empty if nothing is. */
    Optional<TokenJson> kept(String id) {
        return find(id).map(TokenJson::read);
    }

    /** Compares in a time that does not tell how much was right. */
    static boolean proves(AccessToken token, TokenJson kept) {
        return MessageDigest.isEqual(token.hash(), kept.hash());
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }

    private static DocumentKey keyOf(String id) {
        return new DocumentKey(FOLDER + id);
    }
}
