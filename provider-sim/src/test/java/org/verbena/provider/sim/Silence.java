// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Duration;
import java.util.function.Function;
import org.verbena.connect.Connection;
import org.verbena.connect.ConnectorException;
import org.verbena.connect.ConnectorException.Reason;

/** Attempts to connect to a peer that accepts the connection and never answers. */
final class Silence {
    private static final Duration SHORT = Duration.ofMillis(50);
    private static final Duration LONG = Duration.ofSeconds(50);

    private Silence() {}

    /**
     * Returns the exception of an attempt that waited for an answer until its limit expired.
     *
     * <p>A busy machine may need longer than a short limit to connect at all. Such an attempt is repeated with a longer
     * limit.
     */
    static ConnectorException expiry(Function<Duration, Connection> attempt) {
        Duration limit = SHORT;
        while (true) {
            ConnectorException expired = expiry(attempt, limit);
            if (!String.valueOf(expired.getMessage()).startsWith("connection to ") || limit.compareTo(LONG) >= 0) {
                return expired;
            }
            limit = limit.multipliedBy(10);
        }
    }

    private static ConnectorException expiry(Function<Duration, Connection> attempt, Duration limit) {
        ConnectorException expired = catchThrowableOfType(
                ConnectorException.class, () -> attempt.apply(limit).close());
        assertThat(expired).extracting(ConnectorException::reason).isEqualTo(Reason.TIMED_OUT);
        return expired;
    }
}
