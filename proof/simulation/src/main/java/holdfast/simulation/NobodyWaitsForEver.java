package holdfast.simulation;

/** When faults have stopped and holders give back, everybody who waits is served or refused in bounded time. */
final class NobodyWaitsForEver extends Invariant {
    NobodyWaitsForEver(World world) {
        super(world);
    }

    @Override
    void drained() {
        world().ledger().open().stream()
                .findFirst()
                .ifPresent(entry -> broken(entry.request() + " still waits"));
    }
}
