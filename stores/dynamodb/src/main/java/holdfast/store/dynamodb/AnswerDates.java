package holdfast.store.dynamodb;

import holdfast.store.dynamodb.ServiceClock.HostInstant;
import java.time.DateTimeException;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttribute;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;

/** Reads the {@code Date} of every answer, refusals included. */
final class AnswerDates implements ExecutionInterceptor {
    private static final Logger LOG = LoggerFactory.getLogger(AnswerDates.class);
    private static final ExecutionAttribute<HostInstant> SENT =
            new ExecutionAttribute<>("HoldfastSent");

    private final ServiceClock clock;
    private volatile Dated last = new Dated("", 0);

    private record Dated(String text, long seconds) {}

    AnswerDates(ServiceClock clock) {
        this.clock = clock;
    }

    @Override
    public void beforeTransmission(
            Context.BeforeTransmission context, ExecutionAttributes attributes) {
        attributes.putAttribute(SENT, clock.hostNow());
    }

    @Override
    public void afterTransmission(
            Context.AfterTransmission context, ExecutionAttributes attributes) {
        HostInstant received = clock.hostNow();
        context.httpResponse()
                .firstMatchingHeader("Date")
                .map(this::seconds)
                .filter(seconds -> seconds > 0)
                .ifPresent(
                        seconds -> clock.heard(seconds, attributes.getAttribute(SENT), received));
    }

    /** 0 for what is no date. */
    private long seconds(String date) {
        Dated known = last;
        if (!known.text().equals(date)) {
            // Many answers have the same second.
            known = new Dated(date, parse(date));
            last = known;
        }
        return known.seconds();
    }

    private static long parse(String date) {
        try {
            return ZonedDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME).toEpochSecond();
        } catch (DateTimeException e) {
            LOG.warn("an answer is dated '{}', which is no date", date);
            return 0;
        }
    }
}
