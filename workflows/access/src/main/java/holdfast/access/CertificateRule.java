package holdfast.access;

import holdfast.model.InvalidRequestException;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;

/**
 * Gives a role to whoever's certificate says something.
 *
 * @param subject attributes of the subject, such as {@code CN}; each must be there with the value: the whole of it, or with {@code *} for any text
 *     in between. Where a subject has it several times, all of them must
 * @param alternativeName one that the certificate must have, such as {@code uri:spiffe://acme/ci}, {@code dns:ci.acme.example} or
 *     {@code email:ci@acme.example}, compared in the same way; null if any will do
 */
public record CertificateRule(
        Map<String, String> subject, @Nullable String alternativeName, Grant grant) {
    private static final Pattern ALTERNATIVE_NAME = Pattern.compile("(uri|dns|email):.+");

    public CertificateRule {
        subject = Map.copyOf(subject);
        if (subject.isEmpty() && alternativeName == null) {
            throw new InvalidRequestException(
                    "a rule for certificates that names neither a subject nor an alternative name"
                            + " would give a role to everybody whom the authority knows");
        }
        if (!CertificateNames.ATTRIBUTES.containsAll(subject.keySet())) {
            throw new InvalidRequestException(
                    "rules for certificates know of subjects only "
                            + String.join(", ", new TreeSet<>(CertificateNames.ATTRIBUTES))
                            + ", not '"
                            + String.join(", ", new TreeSet<>(subject.keySet()))
                            + "'");
        }
        if (alternativeName != null && !ALTERNATIVE_NAME.matcher(alternativeName).matches()) {
            throw new InvalidRequestException(
                    "an alternative name of certificates begins with uri:, dns: or email:, not '"
                            + alternativeName
                            + "'");
        }
    }

    /**
     * @param subject as certificates are usually shown: {@code CN=ci,O=Acme\, Inc.}; null if any will do
     * @param alternativeName null if any will do
     */
    public static CertificateRule parse(
            @Nullable String subject, @Nullable String alternativeName, Grant grant) {
        return new CertificateRule(
                subject == null ? Map.of() : attributes(subject), alternativeName, grant);
    }

    private static Map<String, String> attributes(String subject) {
        Map<String, List<String>> all;
        try {
            all = CertificateNames.attributes(subject);
        } catch (NamingException e) {
            throw notOne(subject);
        }
        if (all.values().stream().anyMatch(values -> values.size() > 1)) {
            throw notOne(subject);
        }
        return all.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, one -> one.getValue().getFirst()));
    }

    private static InvalidRequestException notOne(String subject) {
        return new InvalidRequestException(
                "a subject of certificates is like CN=ci,O=Acme with each name once, not '"
                        + subject
                        + "'");
    }

    boolean matches(CertificateNames names) {
        return subject.entrySet().stream()
                        .allMatch(wanted -> meet(names.subject(wanted.getKey()), wanted.getValue()))
                && (alternativeName == null
                        || names.alternativeNames().stream()
                                .anyMatch(new Wanted(alternativeName)::isMetBy));
    }

    /** If one were enough, a second name in a request for a certificate would do to be taken for another. */
    private static boolean meet(List<String> values, String wanted) {
        return !values.isEmpty() && values.stream().allMatch(new Wanted(wanted)::isMetBy);
    }
}
