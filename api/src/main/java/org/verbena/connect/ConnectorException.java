package org.verbena.connect;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/**
 * Two queue pairs did not come together for a reason that lies between the two sides. What a verb refuses on this side
 * is a {@link org.verbena.VerbsException} instead.
 */
public final class ConnectorException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    /** What kind of reason. */
    public enum Reason {
        /** The time was up. */
        TIMED_OUT,

        /** There is nobody at the address, or no such address. */
        UNREACHABLE,

        /** The other side said no; the message says why. */
        REJECTED,

        /** The other side has queue pairs of another kind, or speaks another language. */
        INCOMPATIBLE,

        /**
         * One side has a {@linkplain ConnectorSettings.Builder#sharedSecret shared secret} that the other one has not, or
         * somebody between them alters what they say.
         */
        UNAUTHENTICATED,

        /** What came does not have the form that was agreed upon. */
        MALFORMED,

        /** The other side went away, or the listener or connection was closed on this side. */
        CLOSED
    }

    /** What kind of reason it was. */
    private final Reason reason;

    ConnectorException(Reason reason, String message) {
        this(reason, message, null);
    }

    ConnectorException(Reason reason, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.reason = reason;
    }

    /**
     * What kind of reason it was.
     *
     * @return the reason
     */
    public Reason reason() {
        return reason;
    }
}
