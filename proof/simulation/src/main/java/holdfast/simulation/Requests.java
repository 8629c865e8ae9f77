package holdfast.simulation;

import holdfast.model.AcquireRequest;
import holdfast.model.LockId;
import holdfast.model.Mode;
import holdfast.model.Note;
import holdfast.model.Owner;
import holdfast.model.OwnerId;
import holdfast.model.Priority;
import holdfast.model.RequestId;
import holdfast.model.Resource;
import holdfast.model.Token;
import holdfast.model.WhenFrozen;
import holdfast.model.WhenHeld;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes up what callers ask for: few resources, so that they meet. */
final class Requests {
    /** A path and its children, its neighbour, and one whose text begins alike but which it does not cover. */
    private static final List<String> PATHS = List.of("", "//a", "//a/x", "//a/y", "//b", "//ab");

    private final World world;
    private final Chance chance;
    private final String name;
    private int made;

    Requests(World world, String name) {
        this.world = world;
        this.chance = world.chance();
        this.name = name;
    }

    Owner owner() {
        String id = name + "-o" + ++made;
        return new Owner(new OwnerId(id), id);
    }

    RequestId id() {
        return new RequestId(name + "-r" + ++made);
    }

    Resource resource() {
        String root = "root" + (1 + chance.below(world.profile().roots()));
        return Resource.parse(root + (chance.percent(40) ? "//a" : chance.oneOf(PATHS)));
    }

    /** Of what everybody wants. */
    AcquireRequest inHaste() {
        Resource resource = Resource.parse(chance.percent(95) ? "root1" : "root1//a");
        return request(owner(), null, resource, Mode.EXCLUSIVE);
    }

    AcquireRequest request(Owner owner, @Nullable LockId under) {
        return request(owner, under, resource(), chance.percent(70) ? Mode.EXCLUSIVE : Mode.SHARED);
    }

    AcquireRequest request(Owner owner, @Nullable LockId under, Resource resource, Mode mode) {
        return new AcquireRequest(
                id(),
                resource,
                mode,
                owner,
                under,
                whenHeld(),
                chance.percent(80) ? WhenFrozen.WAIT : WhenFrozen.REFUSE,
                Duration.ofSeconds(chance.between(3, World.LEASE_MAX.toSeconds())),
                chance.percent(60) ? Priority.NORMAL : chance.oneOf(List.of(Priority.values())),
                Note.NONE,
                smallestToken());
    }

    private WhenHeld whenHeld() {
        int choice = chance.below(10);
        if (choice < 2) {
            return new WhenHeld.GiveUp();
        }
        return new WhenHeld.Wait(
                choice < 6 ? Duration.ofMillis(chance.between(500, 20_000)) : World.QUEUE_TIME_MAX);
    }

    /** Rarely: a caller that remembers a token from elsewhere. */
    private @Nullable Token smallestToken() {
        return chance.percent(2) && !world.profile().has(Trouble.Kind.DATA_LOSS)
                ? new Token(world.ground().now().micros() + chance.below(1_000_000))
                : null;
    }
}
