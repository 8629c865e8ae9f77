package holdfast.server;

import holdfast.model.InvalidRequestException;
import holdfast.state.PulumiFiles;
import holdfast.state.Room;
import holdfast.state.StackUpload;
import holdfast.state.StateChange;
import holdfast.state.StateName;
import holdfast.state.StateUpload;
import holdfast.state.StateVersion;
import holdfast.store.DocumentStore;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Takes states over that their sender has read where another tool keeps them. */
final class StateImportRoute {
    static final String PATH = "/v1/states/import";

    /** The state of a stack, and one of the files that come with it. */
    private static final long STACK_BYTES = 2L * DocumentStore.BODY_BYTES_MAX;

    private final HeldStates states;
    private final Runnable progress;

    /** @param progress gives a request its time anew */
    StateImportRoute(HeldStates states, Runnable progress) {
        this.states = states;
        this.progress = progress;
    }

    void addTo(Routes routes) {
        routes.put(PATH, this::take);
    }

    private Reply take(Call call) {
        long length = call.request().headers().contentLength().orElse(STACK_BYTES);
        try (InputStream in = call.stream()) {
            Query query = call.query();
            StateName name = HeldStates.name(query);
            String lock = HeldStates.lockId(query.text("lock_id"));
            var how = new How(facts(query), whenThere(query.text("replace")));
            query.end();
            HeldStates.Under under = states.lock(call, name, lock);
            states.announcePush(name, under);
            return switch (name.kind()) {
                case STACK -> {
                    long bytes = Math.min(length, STACK_BYTES);
                    try (Room.Taken taken = Room.forWrites().takeSlow(bytes);
                            StackUpload stack = StackUpload.read(in)) {
                        var body = new ByteArrayInputStream(stack.state());
                        yield changed(
                                name, under, how.change(body, Map.of(), new Slow(stack, progress)));
                    }
                }
                case TERRAFORM -> {
                    try (Room.Taken taken = Room.forWrites().take(length)) {
                        StateUpload state = terraform(in);
                        yield changed(
                                name, under, how.change(state, state.facts(), PulumiFiles.NONE));
                    }
                }
            };
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Reply changed(StateName name, HeldStates.Under under, StateChange.Import change) {
        return states.change(name, under, change, StateDone.IMPORTED);
    }

    /** Files that may take longer than a request has: as long as that goes on, its time counts anew. */
    private record Slow(PulumiFiles files, Runnable each) implements PulumiFiles {
        @Override
        public Map<String, Announced> announced() {
            return files.announced();
        }

        @Override
        public void each(Taker taker) throws IOException {
            files.each(taker);
        }

        @Override
        public void progress() {
            each.run();
        }
    }

    private record How(Map<String, String> facts, StateChange.WhenThere whenThere) {
        StateChange.Import change(InputStream body, Map<String, String> own, PulumiFiles files) {
            Map<String, String> all = new TreeMap<>(own);
            all.putAll(facts);
            return new StateChange.Import(body, all, files, whenThere);
        }
    }

    private static Map<String, String> facts(Query query) {
        Map<String, String> facts = new TreeMap<>();
        for (String fact : List.of(StateVersion.IMPORTED_FROM, StateVersion.ALTHOUGH_LOCKED)) {
            query.text(fact).ifPresent(text -> facts.put(fact, text));
        }
        return facts;
    }

    private static StateChange.WhenThere whenThere(Optional<String> replace) {
        return switch (replace.orElse("false")) {
            case "true" -> StateChange.WhenThere.REPLACE;
            case "false" -> StateChange.WhenThere.REFUSE;
            default -> throw new InvalidRequestException("parameter 'replace' is true or false");
        };
    }

    private static StateUpload terraform(InputStream in) throws IOException {
        var upload = new StateUpload(in, Optional.empty());
        if (!upload.isLikeAState()) {
            throw new InvalidRequestException("the body is not a state of Terraform or OpenTofu");
        }
        return upload;
    }
}
