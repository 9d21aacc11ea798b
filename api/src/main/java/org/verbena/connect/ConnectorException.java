// SPDX-License-Identifier: Apache-2.0
package org.verbena.connect;

import java.io.Serial;
import java.net.InetSocketAddress;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A failure to connect two queue pairs because of the network, the peer, or a mismatch between the two sides. If a verb
 * fails on this side, the connector throws {@link org.verbena.error.VerbsException} instead.
 */
public final class ConnectorException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    /** The kind of a failure. */
    public enum Reason {
        /** The timeout expired. */
        TIMED_OUT,

        /** No process listens at the address, the address does not exist, or this host cannot listen on it. */
        UNREACHABLE,

        /** The peer rejected the connection; the message contains its reason. */
        REJECTED,

        /**
         * The queue pairs or ports of the two sides do not match, or the peer uses another version of the protocol.
         */
        INCOMPATIBLE,

        /**
         * Only one side has a {@linkplain ConnectorSettings.Builder#sharedSecret shared secret}, the secrets differ, or
         * an attacker alters the messages.
         */
        UNAUTHENTICATED,

        /** A received message does not conform to the wire format or the order of messages. */
        MALFORMED,

        /** The peer disappeared or closed the connection, or the listener or connection was closed on this side. */
        CLOSED
    }

    /** The kind of this failure. */
    private final Reason reason;

    /** The remote address; null if unknown. */
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

    /** {@return the kind of this failure} */
    public Reason reason() {
        return reason;
    }

    /**
     * {@return the address of the peer whose connection a {@link ConnectorListener} accepted; empty if no peer
     * connected, and for failures of other calls}
     */
    public Optional<InetSocketAddress> peer() {
        return Optional.ofNullable(peer);
    }
}
