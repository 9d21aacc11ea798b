package org.verbena.connect;

import java.io.Serial;
import java.net.InetSocketAddress;
import java.util.Optional;
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

    /** The remote address, null if none is known. */
    private final @Nullable InetSocketAddress peer;

    ConnectorException(Reason reason, String message) {
        this(reason, message, null);
    }

    ConnectorException(Reason reason, String message, @Nullable Throwable cause) {
        this(reason, message, cause, null);
    }

    private ConnectorException(
            Reason reason, String message, @Nullable Throwable cause, @Nullable InetSocketAddress peer) {
        super(message, cause);
        this.reason = reason;
        this.peer = peer;
    }

    /** Returns the same failure with the address of the peer that caused it. */
    ConnectorException of(InetSocketAddress address) {
        ConnectorException same = new ConnectorException(reason, String.valueOf(getMessage()), getCause(), address);
        same.setStackTrace(getStackTrace());
        return same;
    }

    /**
     * What kind of reason it was.
     *
     * @return the reason
     */
    public Reason reason() {
        return reason;
    }

    /**
     * Returns the address of the peer whose connection a {@link ConnectorListener} received.
     *
     * @return the address; empty if no peer connected, and for failures of other calls
     */
    public Optional<InetSocketAddress> peer() {
        return Optional.ofNullable(peer);
    }
}
