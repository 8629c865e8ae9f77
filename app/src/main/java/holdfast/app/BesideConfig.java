package holdfast.app;

import holdfast.access.AccessSettings;
import holdfast.access.CertificateRule;
import holdfast.access.Grant;
import holdfast.access.Role;
import holdfast.access.oidc.ClaimRule;
import holdfast.access.oidc.OidcSettings;
import holdfast.audit.AuditSettings;
import holdfast.metrics.MetricsSettings;
import holdfast.model.InvalidRequestException;
import holdfast.model.Prefix;
import holdfast.model.keys.Keys;
import holdfast.notify.NotifySettings;
import holdfast.notify.Webhook;
import holdfast.server.Traces;
import holdfast.server.config.Config;
import holdfast.server.config.ConfigKey;
import holdfast.server.config.Mistakes;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Makes the settings of what stands beside a server: access, audit trail, metrics, webhooks. */
final class BesideConfig {
    private static final String OIDC = "access.oidc";
    private static final String CERTIFICATES = "access.certificates";
    private static final String WEBHOOKS = "webhooks";
    private static final String CLOUDWATCH = "metrics.cloudwatch.";

    static final List<ConfigKey> KEYS =
            List.of(
                    key("access.tokens", "false", "whether tokens of the store open the server"),
                    key(
                            "access.revoked_within",
                            "5s",
                            "how long a revoked token may go on to work"),
                    key(OIDC + ".*.issuer", "", "as its tokens say, to the letter"),
                    key(OIDC + ".*.audience", "", "whom its tokens must be for"),
                    key(OIDC + ".*.keys", "", "an address; empty to ask the issuer"),
                    key(OIDC + ".*.algorithms", "RS256,ES256", ""),
                    key(OIDC + ".*.clock_skew", "60s", ""),
                    key(OIDC + ".*.name_claim", "sub", "what people know a caller by"),
                    key(OIDC + ".*.rules.*.claims", "", "claim=value, all of them; * for any text"),
                    key(OIDC + ".*.rules.*.role", "viewer", "viewer, operator or admin"),
                    key(OIDC + ".*.rules.*.prefixes", "", "below which; empty for everything"),
                    key(
                            CERTIFICATES + ".*.subject",
                            "",
                            "CN=ci,O=Acme: each must be so; * for any text"),
                    key(
                            CERTIFICATES + ".*.alternative_name",
                            "",
                            "uri:..., dns:... or email:...; * for any text"),
                    key(CERTIFICATES + ".*.role", "viewer", "viewer, operator or admin"),
                    key(CERTIFICATES + ".*.prefixes", "", "below which; empty for everything"),
                    key("audit.enabled", "true", ""),
                    key("audit.folder", "", "empty for one in the state directory"),
                    key("audit.server", "", "names this server; empty for host and port"),
                    key("audit.file_bytes", "67108864", "then the next file is begun"),
                    key("audit.files", "32", "that are kept"),
                    key("audit.documents", "10000", "that are kept, of 500 lines each"),
                    key("audit.pace", "1s", "how often lines are brought to disk and copied"),
                    key("metrics.enabled", "true", ""),
                    key("metrics.stacks", "100", "with labels of their own"),
                    key("metrics.survey", "15s", "how often locks and queues are counted"),
                    key("metrics.otlp.endpoint", "", "of an OpenTelemetry collector"),
                    secret("metrics.otlp.headers", "name=value, to send with it"),
                    key("metrics.otlp.pace", "60s", ""),
                    key(CLOUDWATCH + "namespace", "", "in CloudWatch; empty to send it nothing"),
                    key(CLOUDWATCH + "region", "", "empty for what the surroundings say"),
                    key(CLOUDWATCH + "endpoint", "", "empty for that of the region"),
                    key(CLOUDWATCH + "step", "60s", "how often measurements are sent"),
                    key("traces.endpoint", "", "of an OpenTelemetry collector; empty for none"),
                    secret("traces.headers", "name=value, to send with them"),
                    key("traces.pace", "5s", ""),
                    secret(WEBHOOKS + ".*.url", "where it listens"),
                    secret(WEBHOOKS + ".*.secret", "what messages are signed with"),
                    key(WEBHOOKS + ".*.events", "lock.forced,lock.expired,freeze", ""),
                    key(WEBHOOKS + ".*.form", "json", "json or slack"),
                    key("notifications.queue", "1000", "messages that may wait for one webhook"),
                    key("notifications.dead_letters", "1000", "of one webhook that are kept"),
                    key("notifications.attempts", "6", ""),
                    key("notifications.first_pause", "1s", "each further one is twice as long"),
                    key("notifications.longest_pause", "2m", ""),
                    key("notifications.timeout", "10s", "of one attempt"));

    private final Config config;

    BesideConfig(Config config) {
        this.config = config;
    }

    private static ConfigKey key(String name, String usual, String meaning) {
        return new ConfigKey(name, usual, meaning);
    }

    private static ConfigKey secret(String name, String meaning) {
        return new ConfigKey(name, "", ConfigKey.Shown.HIDDEN, meaning);
    }

    /**
     * Finds what is wrong with it, in each of its parts.
     *
     * @param usual where an audit trail is kept if nothing is said
     */
    void check(Mistakes mistakes, AuditPlace usual) {
        config.names(OIDC).forEach(name -> mistakes.in(() -> issuer(OIDC + "." + name + ".")));
        config.names(CERTIFICATES)
                .forEach(name -> mistakes.in(() -> certificate(CERTIFICATES + "." + name + ".")));
        config.names(WEBHOOKS).forEach(name -> mistakes.in(() -> webhook(name)));
        mistakes.in(this::access);
        mistakes.in(() -> audit(usual));
        mistakes.in(this::metrics);
        mistakes.in(this::traces);
        mistakes.in(this::notifications);
    }

    /** What people should know who did not mean it. */
    List<String> remarks() {
        return notifications().webhooks().stream()
                .filter(Webhook::isUnsigned)
                .map(webhook ->
                        "webhook '"
                                + webhook.name()
                                + "' has no secret: its messages are not signed, and whoever gets"
                                + " them cannot know that they are from here")
                .toList();
    }

    AccessSettings access() {
        return new AccessSettings(
                config.isOn("access.tokens")
                        ? AccessSettings.StoredTokens.ACCEPTED
                        : AccessSettings.StoredTokens.REFUSED,
                config.length("access.revoked_within"),
                config.names(OIDC).stream().map(name -> issuer(OIDC + "." + name + ".")).toList(),
                config.names(CERTIFICATES).stream()
                        .map(name -> certificate(CERTIFICATES + "." + name + "."))
                        .toList());
    }

    private CertificateRule certificate(String at) {
        return CertificateRule.parse(
                config.text(at + "subject").orElse(null),
                config.text(at + "alternative_name").orElse(null),
                grant(at));
    }

    private OidcSettings issuer(String at) {
        return new OidcSettings(
                required(at + "issuer"),
                required(at + "audience"),
                config.text(at + "keys").map(text -> address(at + "keys", text)).orElse(null),
                new HashSet<>(config.list(at + "algorithms")),
                config.length(at + "clock_skew"),
                required(at + "name_claim"),
                config.names(at + "rules").stream()
                        .map(name -> rule(at + "rules." + name + "."))
                        .toList(),
                OidcSettings.KeyTiming.DEFAULT);
    }

    private ClaimRule rule(String at) {
        return new ClaimRule(pairs(at + "claims"), grant(at));
    }

    private Grant grant(String at) {
        Set<Prefix> prefixes =
                config.list(at + "prefixes").stream()
                        .map(text -> new Prefix(Keys.parse(text).text()))
                        .collect(Collectors.toSet());
        return new Grant(
                config.word(at + "role", Role.class),
                prefixes.isEmpty() ? Set.of(Prefix.EVERYTHING) : prefixes);
    }

    /** @param usual where it is kept if nothing is said, and by which name */
    Optional<AuditSettings> audit(AuditPlace usual) {
        if (!config.isOn("audit.enabled")) {
            return Optional.empty();
        }
        String server = config.text("audit.server").orElse(usual.server());
        return Optional.of(
                new AuditSettings(
                        config.text("audit.folder")
                                .map(Path::of)
                                .orElseGet(() -> usual.folder().resolve(server)),
                        server,
                        config.number("audit.file_bytes"),
                        config.number("audit.files"),
                        config.number("audit.documents"),
                        config.length("audit.pace")));
    }

    /** Where an audit trail is kept, with a folder for each server. */
    record AuditPlace(Path folder, String server) {}

    Optional<MetricsSettings> metrics() {
        if (!config.isOn("metrics.enabled")) {
            return Optional.empty();
        }
        Optional<MetricsSettings.Otlp> otlp =
                config.text("metrics.otlp.endpoint")
                        .map(text ->
                                new MetricsSettings.Otlp(
                                        address("metrics.otlp.endpoint", text),
                                        pairs("metrics.otlp.headers"),
                                        config.length("metrics.otlp.pace")));
        return Optional.of(
                new MetricsSettings(
                        config.number("metrics.stacks"),
                        config.length("metrics.survey"),
                        otlp.orElse(null),
                        cloudWatch().orElse(null)));
    }

    private Optional<MetricsSettings.CloudWatch> cloudWatch() {
        return config.text(CLOUDWATCH + "namespace")
                .map(namespace ->
                        new MetricsSettings.CloudWatch(
                                namespace,
                                config.text(CLOUDWATCH + "region").orElse(null),
                                config.text(CLOUDWATCH + "endpoint")
                                        .map(text -> address(CLOUDWATCH + "endpoint", text))
                                        .orElse(null),
                                config.length(CLOUDWATCH + "step")));
    }

    /** Empty unless somebody asks for them. */
    Optional<Traces.Settings> traces() {
        return config.text("traces.endpoint")
                .map(text ->
                        new Traces.Settings(
                                address("traces.endpoint", text),
                                pairs("traces.headers"),
                                config.length("traces.pace")));
    }

    NotifySettings notifications() {
        return new NotifySettings(
                config.names(WEBHOOKS).stream().map(this::webhook).toList(),
                config.number("notifications.queue"),
                config.number("notifications.dead_letters"),
                new NotifySettings.Persistence(
                        config.number("notifications.attempts"),
                        config.length("notifications.first_pause"),
                        config.length("notifications.longest_pause"),
                        config.length("notifications.timeout")));
    }

    private Webhook webhook(String name) {
        String at = WEBHOOKS + "." + name + ".";
        return new Webhook(
                name,
                address(at + "url", required(at + "url")),
                config.text(at + "secret").orElse(null),
                new HashSet<>(config.list(at + "events")),
                config.word(at + "form", Webhook.Form.class));
    }

    private String required(String name) {
        return config.text(name)
                .orElseThrow(() -> new InvalidRequestException("'" + name + "' is missing"));
    }

    /** What is wrong with it is not repeated: it may be a secret. */
    private static URI address(String name, String text) {
        try {
            return URI.create(text.strip());
        } catch (IllegalArgumentException e) {
            throw new InvalidRequestException("'" + name + "' is not an address");
        }
    }

    private Map<String, String> pairs(String name) {
        var pairs = new HashMap<String, String>();
        for (String item : config.list(name)) {
            int equals = item.indexOf('=');
            if (equals < 1
                    || pairs.put(item.substring(0, equals), item.substring(equals + 1)) != null) {
                throw new InvalidRequestException(
                        "'" + name + "' is a list of name=value, each name once");
            }
        }
        return pairs;
    }
}
