package holdfast.store.redis;

import holdfast.model.EngineId;
import holdfast.model.Root;
import holdfast.store.Commit;
import holdfast.store.CommitResult;
import holdfast.store.Notice;
import io.lettuce.core.output.NestedMultiOutput;
import io.lettuce.core.output.ValueOutput;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Makes commits: each is one script, or two if the short way turns out to be closed. */
final class Commits {
    private final RedisLink<String> link;
    private final Scripts scripts;
    private final String publish;
    private final KnownRoots known = new KnownRoots();

    Commits(RedisLink<String> link, Scripts scripts) {
        this.link = link;
        this.scripts = scripts;
        this.publish = link.publish();
    }

    /** All are sent before the first answer is awaited. */
    List<CommitResult> make(List<Commit> commits) {
        var answers = new ArrayList<Supplier<CommitResult>>(commits.size());
        commits.forEach(commit -> answers.add(send(commit)));
        var results = new ArrayList<CommitResult>(commits.size());
        answers.forEach(answer -> results.add(answer.get()));
        return results;
    }

    private Supplier<CommitResult> send(Commit commit) {
        Root root = commit.root();
        RootKeys keys = link.shardOf(root.text()).root(root);
        Optional<AloneCall.Prepared> alone =
                known.take(root)
                        .filter(numbers -> !tellsOthers())
                        .flatMap(numbers -> AloneCall.of(keys, numbers, commit));
        return alone.isPresent() ? sendAlone(keys, commit, alone.get()) : sendInFull(keys, commit);
    }

    private boolean tellsOthers() {
        return link.address().settings().events() == RedisSettings.Events.ATLANTIS;
    }

    private Supplier<CommitResult> sendAlone(
            RootKeys keys, Commit commit, AloneCall.Prepared prepared) {
        Future<@Nullable String> answer =
                link.run(
                        scripts.alone,
                        ValueOutput::new,
                        prepared.keys(),
                        prepared.args().toArray(String[]::new));
        return () -> {
            @Nullable String now = link.written(answer);
            if (now == null) {
                return sendInFull(keys, commit).get();
            }
            known.left(commit.root(), prepared.numbersAt(now));
            return prepared.committed(now);
        };
    }

    /** A grant that replicas are to have before it is told is not told by a notice, which does not wait for them. */
    private Notice notice(Commit commit, EngineId told) {
        Notice notice = Letter.unstamped(commit, told);
        return link.address().settings().replicas() == 0 ? notice : notice.unwarranted();
    }

    private Supplier<CommitResult> sendInFull(RootKeys keys, Commit commit) {
        CommitCall call = CommitCall.commit(keys, commit);
        commit.tell().forEach(engine -> call.tell(publish, engine, notice(commit, engine)));
        if (tellsOthers()) {
            AtlantisEvents.of(commit).forEach(event -> call.publish(event.channel(), event.key()));
        }
        Future<List<Object>> answer =
                link.run(scripts.commit, NestedMultiOutput::new, call.keys(), call.args());
        return () -> {
            List<Object> reply = link.written(answer);
            Replies.left(commit.root(), reply)
                    .ifPresent(numbers -> known.left(commit.root(), numbers));
            return Replies.result(commit.root(), reply);
        };
    }
}
