package holdfast.simulation;

import java.util.List;

/**
 * A rule that is broken on purpose, and by that alone.
 *
 * @param source the file, from the top of the repository
 * @param original text that occurs there exactly once
 * @param hint a seed to try first
 */
record Mutant(String name, String source, String original, String replacement, long hint) {
    /** The same, with a seed that found it before and is worth trying first. */
    private Mutant seenIn(long seed) {
        return new Mutant(name, source, original, replacement, seed);
    }

    private static Mutant ofRules(String name, String file, String original, String replacement) {
        return new Mutant(name, path("core", "rulebook", file), original, replacement, 1);
    }

    private static Mutant ofModel(String name, String file, String original, String replacement) {
        return new Mutant(name, path("core", "model", file), original, replacement, 1);
    }

    private static Mutant ofEngine(String name, String file, String original, String replacement) {
        return new Mutant(name, path("core", "engine", file), original, replacement, 1);
    }

    private static Mutant ofStores(String name, String file, String original, String replacement) {
        return new Mutant(name, path("core", "store", file), original, replacement, 1);
    }

    private static Mutant ofStore(String name, String file, String original, String replacement) {
        return new Mutant(
                name, path("stores/memory", "store/memory", file), original, replacement, 1);
    }

    private static String path(String module, String folder, String file) {
        return module + "/src/main/java/holdfast/" + folder + "/" + file + ".java";
    }

    static List<Mutant> all() {
        return List.of(
                // 1 conflict
                ofModel(
                        "shared and exclusive get on with each other",
                        "Mode",
                        "return this == EXCLUSIVE || other == EXCLUSIVE;",
                        "return this == EXCLUSIVE && other == EXCLUSIVE;"),
                ofModel(
                        "a path does not cover what is below it",
                        "SubPath",
                        "return covers(other) || other.covers(this);",
                        "return equals(other);"),
                ofModel(
                        "a path covers what merely begins alike",
                        "SubPath",
                        "|| lower.charAt(upper.length()) == '/'",
                        "|| lower.length() > upper.length()"),
                // 2 admission
                ofRules(
                        "a newcomer barges past the queue",
                        "Admission",
                        "return waitersInTheWay(candidate).stream().findFirst().map(Blocker.ByWaiter::new);",
                        "return Optional.empty();"),
                ofStores(
                                "a dead waiter at the head of the queue hides the next",
                                "ShownWaiters",
                                "if (!waiter.isLive(now)) {",
                                "if (waiter.ticket().number() < 0) {")
                        .seenIn(28),
                ofStore(
                        "nobody counts who joins",
                        "CommitRun",
                        "if (state.counts(waiter, now)) {",
                        "if (now.epochNanos() < 0) {"),
                ofStore(
                                "nobody counts who joins between others",
                                "RootState",
                                "|| !lane.getLast().ticket().equals(newcomer.ticket())",
                                "")
                        .seenIn(34),
                // 3 turn order
                ofRules(
                        "priority counts more than any age",
                        "TurnOrder",
                        "return priority.level() * (rules.priorityStep().toNanos() / 1_000);",
                        "return priority.level() * rules.priorityStep().toNanos();"),
                // 4 hand-over
                ofRules(
                        "what becomes free is not handed over",
                        "Deliberation",
                        "if (changesStructure() && !handedOver) {",
                        "if (changesStructure() && handedOver) {"),
                ofRules(
                        "who grants does not see who joined meanwhile",
                        "Deliberation",
                        "conditions.add(new Condition.EpochIs(view.epoch()));",
                        ""),
                // 5 claim deadline
                ofRules(
                        "an unconfirmed grant does not fall to the next",
                        "HandOver",
                        ": deliberation.rules().claimDeadline();",
                        ": deliberation.rules().claimDeadline().multipliedBy(100);"),
                ofRules(
                                "a grant is told without being confirmed",
                                "Repetition",
                                "if (hold.standing() == Standing.UNCONFIRMED) {",
                                "if (hold.standing() == Standing.QUARANTINE) {")
                        .seenIn(223),
                ofEngine(
                                "what a notice tells of is counted from when it came",
                                "KeptLocks",
                                "told.sentAt(), told.until(hold.until())",
                                "HostTime.of(site.host()), told.until(hold.until())")
                        .seenIn(388),
                // 6 re-entry
                ofRules(
                        "re-entry mints a new token",
                        "Reentry",
                        ".filter(hold -> hold.owner().is(owner) && hold.standing() == Standing.CONFIRMED)",
                        ".filter(hold -> hold.owner().is(owner) && hold.standing() == Standing.QUARANTINE)"),
                ofRules(
                        "the first release of a claim ends the whole hold",
                        "Release",
                        "if (claim != null && hold.claims().size() > 1) {",
                        "if (claim != null && hold.claims().size() > 1_000) {"),
                // 7 release, renew
                ofRules(
                        "a release needs no claim of its own",
                        "Release",
                        "(claim != null && found.get().claim(claim).isEmpty())",
                        "(claim != null && found.get().claims().isEmpty())"),
                ofRules(
                                "a heartbeat revives a lapsed hold",
                                "Renewal",
                                "List.of(new Condition.HoldLive(token)),",
                                "List.of(new Condition.HoldThere(token)),")
                        .seenIn(133),
                ofRules(
                                "a hold is expired although it was renewed meanwhile",
                                "Deliberation",
                                "conditions.add(new Condition.HoldLapsed(hold.token(), hold.until()));",
                                "")
                        .seenIn(82),
                ofRules(
                        "a request that was answered is granted again",
                        "Repetition",
                        "if (view.fates().get(request.id()) instanceof Fate.Ended ended) {",
                        "if (view.fates().get(request.id()) instanceof Fate.Ended ended && ended.lock() == null) {"),
                // 8 transfer
                ofRules(
                        "a waiter gets in between when a lock is transferred",
                        "Transfer",
                        "for (Hold hold : moving) {\n            HoldDraft draft =",
                        "deliberation.handOver();\n        for (Hold hold : moving) {\n            HoldDraft draft ="),
                // 9 force-unlock
                ofRules(
                        "a force-unlock leaves no quarantine",
                        "ForceUnlock",
                        "instanceof Quarantine.For bounded) {",
                        "instanceof Quarantine.For bounded && hold.standing() == Standing.QUARANTINE) {"),
                // 10 deadlock
                ofRules(
                                "edges lead to locks instead of owners",
                                "WaitsFor",
                                "forEach(hold -> owners.add(hold.owner().id()));",
                                "forEach(hold -> owners.add(new OwnerId(hold.id().text())));")
                        .seenIn(120),
                ofRules(
                                "the victim need not be in the cycle",
                                "WaitsFor",
                                "int place = cycle.indexOf(wait.waiter().owner().id());",
                                "int place = 0;")
                        .seenIn(141),
                // 13 freezes
                ofRules(
                        "a freeze stops nobody",
                        "Admission",
                        "if (freeze.isPresent()) {",
                        "if (freeze.isPresent() && now.epochNanos() < 0) {"),
                // who goes along with a hand-over
                ofEngine(
                                "who was left behind by a hand-over is not told",
                                "Riders",
                                "if (impatient || !(how instanceof Arrival.Carried)) {",
                                "if (how instanceof Arrival.Carried && impatient) {")
                        .seenIn(25),
                // what a holder believes
                ofEngine(
                        "a holder trusts its lease for too long",
                        "KeptHold",
                        "return lease.minus(lease.dividedBy(50));",
                        "return lease.plus(lease.dividedBy(2));"),
                ofEngine(
                                "a holder does not notice that its host was suspended",
                                "HostTime",
                                "Math.max(now.monotonicNanos - monotonicNanos, now.wallNanos - wallNanos)",
                                "now.monotonicNanos - monotonicNanos")
                        .seenIn(39),
                ofEngine(
                        "a second call with the same request id takes the seat of the first",
                        "Seats",
                        "byRequest.computeIfAbsent(seat.request(), id -> new ArrayList<>(1)).add(seat);",
                        "byRequest.put(seat.request(), new ArrayList<>(List.of(seat)));"),
                ofEngine(
                        "a lock whose release failed says that it is held",
                        "KeptLocks",
                        "kept.moveTo(new HoldState.Released());",
                        ""));
    }

    @Override
    public String toString() {
        return name;
    }
}
