package holdfast.simulation;

import holdfast.engine.HeldLock;
import holdfast.model.AcquireRequest;
import holdfast.model.Claim;
import holdfast.model.Hold;
import holdfast.model.LockId;
import holdfast.model.Mode;
import holdfast.model.Owner;
import holdfast.model.Resource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Takes locks and gives them back, as one owner after the other, in every way that callers have. */
final class Client {
    private static final long MILLI = 1_000_000;

    private final Caller caller;
    private final World world;
    private final Chance chance;
    private final Requests requests;

    Client(Caller caller, String name) {
        this.caller = caller;
        this.world = caller.world();
        this.chance = world.chance();
        this.requests = new Requests(world, name);
    }

    void run() {
        while (world.isWorking()) {
            caller.rest(chance.between(1, 1_500) * MILLI);
            int choice = chance.below(100);
            if (chance.percent(world.profile().rushes())) {
                rush();
            } else if (choice < 55) {
                keepSome();
            } else if (choice < 70) {
                takeSeveral();
            } else if (choice < 85) {
                detached();
            } else {
                repeatAnOldOne();
            }
        }
    }

    /** Takes one lock after the other while holding those before it, as the root of every deadlock. */
    private void keepSome() {
        Owner owner = requests.owner();
        List<HeldLock> held = new ArrayList<>();
        int steps = 1 + chance.below(4);
        for (int i = 0; i < steps && world.isWorking(); i++) {
            List<HeldLock> more = caller.hold(List.of(next(owner, held)));
            held.addAll(more);
            if (more.isEmpty() && chance.percent(50)) {
                break;
            }
            work();
            if (!held.isEmpty() && chance.percent(10)) {
                handOn(held.get(0).hold());
            }
        }
        giveBack(held);
    }

    /** Takes what everybody wants, does little with it, and comes again at once. */
    private void rush() {
        int turns = 3 + chance.below(15);
        for (int i = 0; i < turns && world.isWorking(); i++) {
            AcquireRequest request = requests.inHaste();
            List<HeldLock> held = new ArrayList<>(caller.hold(List.of(request)));
            caller.rest(chance.between(0, chance.percent(50) ? 2 : 40) * MILLI);
            giveBack(held);
        }
    }

    private AcquireRequest next(Owner owner, List<HeldLock> held) {
        if (held.isEmpty()) {
            return requests.request(owner, null);
        }
        HeldLock last = held.get(held.size() - 1);
        LockId under = chance.percent(95) ? last.id() : null;
        int choice = chance.below(10);
        if (choice < 2) {
            return again(last.claim(), owner, under);
        }
        if (choice < 4) {
            return requests.request(owner, under, last.resource(), Mode.EXCLUSIVE);
        }
        return requests.request(owner, under);
    }

    /** A further claim on what is held. */
    private AcquireRequest again(Claim claim, Owner owner, @Nullable LockId under) {
        return requests.request(owner, under, claim.resource(), claim.mode());
    }

    private void takeSeveral() {
        Owner owner = requests.owner();
        List<AcquireRequest> all = new ArrayList<>();
        int count = 2 + chance.below(2);
        for (int i = 0; i < count; i++) {
            all.add(requests.request(owner, null));
        }
        List<HeldLock> held = new ArrayList<>(caller.hold(all));
        if (!held.isEmpty()) {
            work();
        }
        giveBack(held);
    }

    private void giveBack(List<HeldLock> held) {
        Collections.shuffle(held, new Random(chance.next()));
        for (HeldLock lock : held) {
            caller.release(lock);
            if (chance.percent(10)) {
                caller.release(lock);
            }
        }
    }

    private void detached() {
        AcquireRequest request = requests.request(requests.owner(), null);
        caller.acquire(request)
                .ifPresent(hold -> {
                    if (chance.percent(30)) {
                        caller.acquire(request);
                    }
                    work();
                    if (chance.percent(30)) {
                        caller.renew(hold);
                        work();
                    }
                    if (chance.percent(15)) {
                        handOn(hold);
                    }
                    if (chance.percent(80)) {
                        caller.release(hold.resource().root(), hold.id(), request.id());
                    }
                });
    }

    /** Sends again what someone sent before: perhaps answered, perhaps still in line, perhaps its caller is dead. */
    private void repeatAnOldOne() {
        world.ledger()
                .someOld()
                .ifPresent(entry -> {
                    AcquireRequest request = entry.request();
                    if (chance.percent(50)) {
                        List<HeldLock> held = caller.hold(List.of(request));
                        work();
                        giveBack(new ArrayList<>(held));
                    } else {
                        caller.acquire(request)
                                .ifPresent(hold ->
                                        caller.release(
                                                hold.resource().root(), hold.id(), request.id()));
                    }
                });
    }

    private void handOn(Hold hold) {
        Owner receiver = requests.owner();
        var id = requests.id();
        List<Hold> moved = caller.transfer(hold, id, receiver);
        if (chance.percent(20)) {
            caller.transfer(hold, id, receiver);
        }
        work();
        for (Hold one : moved) {
            if (chance.percent(70)) {
                caller.release(resource(one).root(), one.id(), one.claims().get(0).request());
            }
        }
    }

    private static Resource resource(Hold hold) {
        return hold.resource();
    }

    private void work() {
        if (world.isWorking()) {
            caller.rest(chance.between(1, chance.percent(80) ? 1_500 : 12_000) * MILLI);
        }
    }
}
