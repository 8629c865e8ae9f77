package holdfast.access;

import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.naming.NamingException;
import javax.naming.directory.Attribute;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;
import javax.security.auth.x500.X500Principal;

/** Whom a certificate names. */
final class CertificateNames {
    /** By these names; of what else a subject may have nothing is asked. */
    static final Set<String> ATTRIBUTES =
            Set.of(
                    "CN",
                    "OU",
                    "O",
                    "L",
                    "ST",
                    "C",
                    "STREET",
                    "DC",
                    "UID",
                    "EMAILADDRESS",
                    "SERIALNUMBER");

    /** Those that the form of a subject has no names for. */
    private static final Map<String, String> MORE_NAMES =
            Map.of("1.2.840.113549.1.9.1", "EMAILADDRESS", "2.5.4.5", "SERIALNUMBER");

    private static final Map<Integer, String> KINDS = Map.of(1, "email:", 2, "dns:", 6, "uri:");

    private final String subject;
    private final Map<String, List<String>> attributes;
    private final List<String> alternativeNames;

    private CertificateNames(
            String subject, Map<String, List<String>> attributes, List<String> alternativeNames) {
        this.subject = subject;
        this.attributes = attributes;
        this.alternativeNames = alternativeNames;
    }

    /** Empty if it cannot be read. */
    static Optional<CertificateNames> of(X509Certificate certificate) {
        try {
            String subject =
                    certificate
                            .getSubjectX500Principal()
                            .getName(X500Principal.RFC2253, MORE_NAMES);
            return Optional.of(
                    new CertificateNames(
                            subject, attributes(subject), alternativeNames(certificate)));
        } catch (NamingException | CertificateParsingException e) {
            return Optional.empty();
        }
    }

    /**
     * All values of each attribute of a subject.
     *
     * @throws NamingException if it is no subject, or one of {@link #ATTRIBUTES} is no text
     */
    static Map<String, List<String>> attributes(String subject) throws NamingException {
        var found = new HashMap<String, List<String>>();
        for (Rdn rdn : new LdapName(subject).getRdns()) {
            for (Attribute attribute : Collections.list(rdn.toAttributes().getAll())) {
                String name = attribute.getID().toUpperCase(Locale.ROOT);
                for (Object value : Collections.list(attribute.getAll())) {
                    if (value instanceof String text) {
                        found.computeIfAbsent(name, any -> new ArrayList<>()).add(text);
                    } else if (ATTRIBUTES.contains(name)) {
                        throw new NamingException(name + " is no text");
                    }
                }
            }
        }
        return found;
    }

    private static List<String> alternativeNames(X509Certificate certificate)
            throws CertificateParsingException {
        Collection<List<?>> names = certificate.getSubjectAlternativeNames();
        if (names == null) {
            return List.of();
        }
        return names.stream()
                .filter(name -> KINDS.containsKey(name.getFirst()))
                .map(name -> KINDS.get(name.getFirst()) + name.get(1))
                .sorted()
                .toList();
    }

    /** The values of an attribute, such as {@code CN}. */
    List<String> subject(String attribute) {
        return attributes.getOrDefault(attribute, List.of());
    }

    /** As in {@code dns:ci.acme.example}. */
    List<String> alternativeNames() {
        return alternativeNames;
    }

    /**
     * What names its holder for good; empty if it names nobody. One URI, as in SPIFFE, whose subjects are the same for all; or the subject, if it says more than
     * where its holder belongs; or another alternative name that is the only one of its kind.
     */
    Optional<String> holder() {
        return only("uri:")
                .or(() -> Optional.of(subject).filter(text -> attributes.containsKey("CN")))
                .or(() -> only("dns:"))
                .or(() -> only("email:"))
                .or(() -> Optional.of(subject).filter(text -> !text.isEmpty()));
    }

    private Optional<String> only(String kind) {
        List<String> all = alternativeNames.stream().filter(name -> name.startsWith(kind)).toList();
        return all.size() == 1 ? Optional.of(all.getFirst()) : Optional.empty();
    }

    /** What people call its holder. */
    Optional<String> calledByPeople() {
        return subject("CN").stream()
                .findFirst()
                .or(() -> holder().map(text -> text.replaceFirst("^(uri|dns|email):", "")));
    }
}
