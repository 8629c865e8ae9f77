package holdfast.redlock;

import holdfast.redlock.Vote.Answer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * One question to all servers at once. It is decided as soon as a majority said yes, or so many did not that there can be none;
 * every server answers or is silent for its timeout, so that any split, also into equal halves, is decided by then.
 */
final class Ballot {
    private final List<Server> servers;
    private final List<CompletableFuture<Answer>> answers;
    private final CompletableFuture<Boolean> decided = new CompletableFuture<>();
    private final AtomicInteger won = new AtomicInteger();
    private final AtomicInteger notWon = new AtomicInteger();

    private Ballot(List<Server> servers, List<CompletableFuture<Answer>> answers) {
        this.servers = servers;
        this.answers = answers;
    }

    static Ballot on(List<Server> servers, Function<Server, CompletableFuture<Answer>> question) {
        // All are asked before the first answer is looked at.
        var ballot = new Ballot(servers, servers.stream().map(question).toList());
        for (CompletableFuture<Answer> answer : ballot.answers) {
            CompletableFuture<Void> unused = answer.thenAccept(ballot::count);
        }
        return ballot;
    }

    private void count(Answer answer) {
        if (answer instanceof Answer.Won) {
            if (won.incrementAndGet() >= Majority.of(servers.size())) {
                decided.complete(true);
            }
        } else if (Majority.isOutOfReach(servers.size(), notWon.incrementAndGet())) {
            decided.complete(false);
        }
    }

    /** Whether there is a majority, as soon as that is certain. */
    CompletableFuture<Boolean> decided() {
        return decided;
    }

    /** The votes: at once when there is a majority; if there is none, when all are in, so that they tell why. */
    CompletableFuture<List<Vote>> result() {
        return decided.thenCompose(isWon ->
                isWon
                        ? CompletableFuture.completedFuture(votes())
                        : CompletableFuture.allOf(answers.toArray(CompletableFuture<?>[]::new))
                                .thenApply(nothing -> votes()));
    }

    private List<Vote> votes() {
        var open = new Answer.NoAnswer("the others were faster");
        return IntStream.range(0, servers.size())
                .mapToObj(i -> new Vote(servers.get(i).name(), answers.get(i).getNow(open)))
                .toList();
    }
}
