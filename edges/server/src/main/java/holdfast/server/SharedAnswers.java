package holdfast.server;

import holdfast.model.InvalidRequestException;
import holdfast.model.StoreTime;
import holdfast.store.Document;
import holdfast.store.DocumentKey;
import holdfast.store.DocumentStore;
import holdfast.store.DocumentVersion;
import holdfast.store.PutResult;
import holdfast.store.StoreException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * First answers that the other servers of the store know too, for what the lock store does not know by itself. Before something is done a note
 * is left, so that a repetition is known to be one also if the server dies in the middle. Nothing is kept from being done because of this: while
 * the documents are away, a repetition at another server is what it would be without. Safe for use by many threads.
 */
final class SharedAnswers implements AutoCloseable {
    static final Duration KEPT_FOR = FirstAnswers.KEPT_FOR;

    static final String FOLDER = "first-answers/";

    private static final Logger LOG = LoggerFactory.getLogger(SharedAnswers.class);
    private static final int BYTES_MAX = 4 * 1024 * 1024;
    private static final int PAGE = 500;
    private static final int ATTEMPTS = 3;

    /** Another server may be at it. */
    private static final Duration PATIENCE = Duration.ofMillis(500);

    private static final long BETWEEN_LOOKS_MILLIS = 50;

    private final DocumentStore documents;
    private final Supplier<StoreTime> clock;
    private final Thread sweeping;

    /** @param clock the store's, so that all servers forget at the same time */
    SharedAnswers(DocumentStore documents, Supplier<StoreTime> clock) {
        this.documents = documents;
        this.clock = clock;
        this.sweeping =
                Thread.ofVirtual().name("holdfast-first-answers").start(this::sweepNowAndThen);
    }

    /** Does what is asked for, and answers. */
    interface Doing {
        Reply answer(First first) throws InterruptedException;
    }

    /** @param body a digest of what the request says */
    Reply once(FirstAnswers.Name name, String body, Doing doing) throws InterruptedException {
        var key = new DocumentKey(FOLDER + Digests.sha256(name.key() + " " + name.what()));
        var copy = new Copy(key, body);
        Optional<Reply> known = copy.known();
        if (known.isPresent()) {
            return known.get();
        }
        try {
            Reply reply = doing.answer(copy);
            copy.answered(reply);
            return reply;
        } catch (Overtaken e) {
            return e.answer();
        } catch (Problem e) {
            copy.refused(e);
            throw e;
        }
    }

    /** Another copy was answered before this one began: then nothing is left to do. */
    private static final class Overtaken extends RuntimeException {
        private static final long serialVersionUID = 1;

        private final transient Reply answer;

        Overtaken(Reply answer) {
            super("answered elsewhere", null, false, false);
            this.answer = answer;
        }

        Reply answer() {
            return answer;
        }
    }

    /** One copy of a request. */
    private final class Copy implements First {
        private final DocumentKey key;
        private final String body;
        private Optional<String> noted = Optional.empty();
        private @Nullable DocumentVersion version;
        private boolean away;

        Copy(DocumentKey key, String body) {
            this.key = key;
            this.body = body;
        }

        /** The answer to an earlier copy. If there is none after a while, this one has to go on with it. */
        Optional<Reply> known() throws InterruptedException {
            long began = System.nanoTime();
            try {
                while (true) {
                    Optional<KeptAnswer> kept = look();
                    if (kept.isEmpty() || kept.get().reply().isPresent()) {
                        return kept.flatMap(KeptAnswer::reply);
                    }
                    if (System.nanoTime() - began > PATIENCE.toNanos()) {
                        noted = Optional.of(kept.get().note());
                        return Optional.empty();
                    }
                    TimeUnit.MILLISECONDS.sleep(BETWEEN_LOOKS_MILLIS);
                }
            } catch (StoreException e) {
                without(e);
                return Optional.empty();
            }
        }

        private Optional<KeptAnswer> look() {
            Optional<Document> found = documents.get(key);
            version = found.map(Document::version).orElse(null);
            Optional<KeptAnswer> kept =
                    found.map(KeptAnswer::read).filter(one -> !one.isOld(clock.get()));
            if (kept.isPresent() && !kept.get().body().equals(body)) {
                throw new InvalidRequestException(FirstAnswers.ANOTHER_BODY);
            }
            return kept;
        }

        @Override
        public Optional<String> noted() {
            return noted;
        }

        @Override
        public void begins(String note) {
            // What was in the way may be swept away meanwhile: then there is nothing to know of it.
            for (int i = 0; i < ATTEMPTS && noted.isEmpty() && !away; i++) {
                if (put(() -> KeptAnswer.begun(clock.get(), body, note))) {
                    return;
                }
                learn();
            }
        }

        /** Another copy was faster by a moment. If it is under way both do the same. */
        private void learn() {
            try {
                Optional<KeptAnswer> kept = look();
                kept.flatMap(KeptAnswer::reply)
                        .ifPresent(reply -> {
                            throw new Overtaken(reply);
                        });
                noted = kept.map(KeptAnswer::note);
            } catch (StoreException e) {
                without(e);
            }
        }

        /** Whatever becomes of this: it is done, and its caller is told so. */
        void answered(Reply reply) {
            if (reply.body().length <= BYTES_MAX
                    && !put(() -> KeptAnswer.answered(clock.get(), body, reply))) {
                LOG.debug("another copy of {} has left its answer", key);
            }
        }

        /** What was refused may be tried again; but whoever could not say what became of it leaves its note. */
        void refused(Problem why) {
            if (version == null || away || !FirstAnswers.isFinal(why.status())) {
                return;
            }
            try {
                documents.delete(key, version);
            } catch (StoreException e) {
                without(e);
            }
        }

        /** Whether nobody else was first. */
        private boolean put(Supplier<KeptAnswer> kept) {
            if (away) {
                return true;
            }
            try {
                return switch (documents.put(key, version, kept.get().write())) {
                    case PutResult.Stored stored -> {
                        version = stored.version();
                        yield true;
                    }
                    case PutResult.Conflict conflict -> false;
                };
            } catch (StoreException e) {
                without(e);
                return true;
            }
        }

        private void without(StoreException e) {
            away = true;
            LOG.warn("other servers would not know a repetition: {}", e.getMessage());
        }
    }

    private void sweepNowAndThen() {
        try {
            while (true) {
                TimeUnit.NANOSECONDS.sleep(KEPT_FOR.toNanos());
                try {
                    sweep();
                } catch (RuntimeException e) {
                    // Whatever it is, the next round comes.
                    LOG.warn("old answers are kept for longer: {}", e.getMessage());
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // closed
        }
    }

    /** Removes what is too old to be of use. */
    void sweep() {
        StoreTime now = clock.get();
        List<DocumentKey> page = documents.list(FOLDER, null, PAGE);
        while (!page.isEmpty()) {
            for (DocumentKey key : page) {
                documents
                        .get(key)
                        .filter(found -> KeptAnswer.read(found).isOld(now))
                        .ifPresent(found -> documents.delete(key, found.version()));
            }
            page = documents.list(FOLDER, page.getLast(), PAGE);
        }
    }

    @Override
    public void close() {
        sweeping.interrupt();
    }
}
