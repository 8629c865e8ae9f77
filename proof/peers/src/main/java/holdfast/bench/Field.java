package holdfast.bench;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** The contenders whose servers run. Whoever is not here is named with the reason. */
final class Field implements AutoCloseable {
    private final Servers servers;
    private final Map<PeerKind, String> addresses = new EnumMap<>(PeerKind.class);

    Field() throws Exception {
        servers = new Servers();
        String only = System.getenv("HOLDFAST_PEERS");
        for (PeerKind kind : PeerKind.values()) {
            if (only != null && !List.of(only.split(",")).contains(kind.name())) {
                Rounds.say(
                        "%s: left out, since HOLDFAST_PEERS does not name %s", kind.title(), kind);
                continue;
            }
            try {
                addresses.put(kind, kind.serve(servers));
            } catch (Exception e) {
                notHere(kind, e);
            }
        }
    }

    private static void notHere(PeerKind kind, Exception reason) {
        Rounds.say("%s: NOT HERE: %s", kind.title(), reason);
    }

    Servers servers() {
        return servers;
    }

    Map<PeerKind, String> addresses() {
        return addresses;
    }

    /** Clients in this process, in the order of the kinds. */
    List<Peer> open(Predicate<PeerKind> wanted) {
        List<Peer> peers = new ArrayList<>();
        addresses.forEach((kind, address) -> {
            if (wanted.test(kind)) {
                try {
                    peers.add(kind.open(address));
                } catch (Exception e) {
                    notHere(kind, e);
                }
            }
        });
        return peers;
    }

    @Override
    public void close() throws Exception {
        servers.close();
    }
}
