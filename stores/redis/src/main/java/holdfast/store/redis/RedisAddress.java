package holdfast.store.redis;

import holdfast.model.InvalidRequestException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.RedisClusterURIUtil;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where a Redis store is: {@code redis://[user:password@]host[:port][/database][?settings]}, {@code rediss://} for TLS,
 * {@code redis-sentinel://host[:port],host[:port]?master=name} and {@code redis-cluster://host[:port],host[:port]}, each of the two
 * also as {@code rediss-}. Shows itself without the password.
 */
public final class RedisAddress {
    private static final Set<String> SCHEMES =
            Set.of(
                    "redis",
                    "rediss",
                    "redis-sentinel",
                    "rediss-sentinel",
                    "redis-cluster",
                    "rediss-cluster");
    private static final Pattern HOST =
            Pattern.compile("(\\[[0-9a-fA-F:.%]+]|[^:/,@\\[\\]\\s]+)(:\\d{1,5})?");
    private static final String FORMS =
            "write redis://HOST:PORT, rediss://HOST:PORT (TLS), redis-sentinel://HOST:PORT,HOST:PORT?master=NAME"
                    + " or redis-cluster://HOST:PORT,HOST:PORT";

    private final Topology topology;
    private final List<RedisURI> servers;
    private final RedisSettings settings;
    private final String shown;

    enum Topology {
        SINGLE,
        SENTINEL,
        CLUSTER
    }

    private RedisAddress(
            Topology topology, List<RedisURI> servers, RedisSettings settings, String shown) {
        this.topology = topology;
        this.servers = servers;
        this.settings = settings;
        this.shown = shown;
    }

    /** Whether the text is meant to be the address of a Redis store. */
    public static boolean isOne(String text) {
        int end = text.indexOf("://");
        return end > 0 && SCHEMES.contains(text.substring(0, end));
    }

    public static RedisAddress parse(String text) {
        if (!isOne(text)) {
            throw new InvalidRequestException(
                    "'" + shown(text) + "' is not a Redis address: " + FORMS);
        }
        int query = text.indexOf('?');
        String place = query < 0 ? text : text.substring(0, query);
        Map<String, String> values = values(query < 0 ? "" : text.substring(query + 1));
        try {
            return parse(place, values);
        } catch (InvalidRequestException e) {
            throw e;
        } catch (IllegalArgumentException | NullPointerException e) {
            // Lettuce says by either what it does not understand.
            throw new InvalidRequestException(
                    "'"
                            + shown(text)
                            + "' is not a Redis address ("
                            + e.getMessage()
                            + "): "
                            + FORMS);
        }
    }

    private static RedisAddress parse(String place, Map<String, String> values) {
        RedisSettings settings = RedisSettings.from(values);
        Topology topology = topology(place);
        checkHosts(place);
        List<RedisURI> servers =
                switch (topology) {
                    case SINGLE -> List.of(RedisURI.create(place));
                    case SENTINEL -> List.of(sentinel(place, values.get("master")));
                    case CLUSTER -> clusterNodes(place);
                };
        if (topology != Topology.SENTINEL && values.containsKey("master")) {
            throw new InvalidRequestException("master= belongs to a redis-sentinel:// address");
        }
        servers.forEach(server -> server.setTimeout(settings.timeout()));
        return new RedisAddress(topology, servers, settings, shown(place));
    }

    /** Lettuce takes a port that is no number for a part of the host's name. */
    private static void checkHosts(String place) {
        String hosts = shown(place).replaceFirst("^[a-z-]+://", "").replaceFirst("[/#].*$", "");
        for (String host : hosts.split(",", -1)) {
            if (!HOST.matcher(host).matches()) {
                throw new IllegalArgumentException("'" + host + "' is not HOST or HOST:PORT");
            }
        }
    }

    private static Topology topology(String place) {
        if (place.contains("-sentinel://")) {
            return Topology.SENTINEL;
        }
        return place.contains("-cluster://") ? Topology.CLUSTER : Topology.SINGLE;
    }

    private static RedisURI sentinel(String place, @Nullable String master) {
        if (master == null && !place.contains("#")) {
            throw new InvalidRequestException(
                    "'"
                            + shown(place)
                            + "' does not say which master the Sentinels watch: add ?master=NAME");
        }
        RedisURI uri = RedisURI.create(place.contains("#") ? place : place + "#" + master);
        // Whoever protects the servers mostly protects the Sentinels alike; one that needs no
        // password ignores it.
        uri.getSentinels().forEach(sentinel -> sentinel.setTimeout(uri.getTimeout()));
        return uri;
    }

    private static List<RedisURI> clusterNodes(String place) {
        if (place.substring(place.indexOf("://") + 3).contains("/")) {
            throw new InvalidRequestException(
                    "'"
                            + shown(place)
                            + "' names a database, and a cluster has only one: leave it out");
        }
        return RedisClusterURIUtil.toRedisURIs(URI.create(place.replace("-cluster://", "://")));
    }

    private static Map<String, String> values(String query) {
        var values = new LinkedHashMap<String, String>();
        for (String pair : query.isEmpty() ? new String[0] : query.split("&")) {
            int equal = pair.indexOf('=');
            if (equal < 1) {
                throw new InvalidRequestException(
                        "'" + pair + "' is not a setting: write key=value");
            }
            values.put(
                    pair.substring(0, equal),
                    URLDecoder.decode(pair.substring(equal + 1), StandardCharsets.UTF_8));
        }
        return values;
    }

    /** Without user and password, whatever else is wrong with it. */
    private static String shown(String text) {
        int start = text.indexOf("://") < 0 ? 0 : text.indexOf("://") + 3;
        int at = text.lastIndexOf('@');
        return at < start ? text : text.substring(0, start) + text.substring(at + 1);
    }

    Topology topology() {
        return topology;
    }

    List<RedisURI> servers() {
        return servers;
    }

    RedisSettings settings() {
        return settings;
    }

    @Override
    public String toString() {
        return shown;
    }
}
