package holdfast.client;

import java.io.IOException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.Locale;
import java.util.Optional;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;

/** Why two sides did not come to terms about TLS, in words for people. */
final class TlsTrouble {
    private static final int CAUSES_MAX = 10;
    private static final String WANTS_CERTIFICATE =
            "it wants a certificate of its client, by an authority that it trusts (--client-cert)";

    private TlsTrouble() {}

    /** Empty if it is something else: then the server may have heard what it was asked. */
    static Optional<String> of(IOException failure) {
        if (!(failure instanceof SSLException)) {
            return Optional.empty();
        }
        String text = String.valueOf(failure.getMessage()).toLowerCase(Locale.ROOT);
        boolean isAlert = text.contains("received fatal alert");
        if (isAlert && text.contains("certificate_required")) {
            return Optional.of(WANTS_CERTIFICATE);
        }
        if (isAlert && (text.contains("certificate") || text.contains("unknown_ca"))) {
            return Optional.of("it does not take the certificate of its client: " + alert(text));
        }
        if (!(failure instanceof SSLHandshakeException)) {
            return Optional.empty();
        }
        return Optional.of(
                isAlert ? "it ended the talk about TLS: " + alert(text) : cause(failure));
    }

    /**
     * The same of a connection that ended before anything came: who is refused for its certificate may find it closed before it reads
     * why.
     */
    static IOException explained(IOException early) {
        return new IOException(early.getMessage() + "; perhaps " + WANTS_CERTIFICATE, early);
    }

    private static String alert(String text) {
        return text.substring(text.lastIndexOf(' ') + 1);
    }

    private static String cause(IOException failure) {
        @Nullable Throwable cause = failure;
        for (int depth = 0; cause != null && depth < CAUSES_MAX; depth++) {
            if (cause instanceof CertificateExpiredException
                    || cause instanceof CertificateNotYetValidException) {
                return "its certificate is not good now: " + cause.getMessage();
            }
            if (cause instanceof CertPathBuilderException
                    || cause instanceof CertPathValidatorException) {
                return "nobody who is trusted here vouches for its certificate; who does is named"
                        + " with --ca-file";
            }
            if (cause instanceof CertificateException
                    && String.valueOf(cause.getMessage()).startsWith("No ")) {
                return "its certificate is another's: " + cause.getMessage();
            }
            cause = cause.getCause();
        }
        return String.valueOf(failure.getMessage());
    }
}
