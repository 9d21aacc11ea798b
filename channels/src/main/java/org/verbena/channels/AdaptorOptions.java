// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels;

import java.io.IOException;
import java.net.SocketException;
import java.net.SocketOption;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.NetworkChannel;

/** The options of a channel as a socket adaptor has them, with the exceptions of {@code java.net}. */
record AdaptorOptions(NetworkChannel channel) {
    <T> void set(SocketOption<T> name, T value) throws SocketException {
        requireOpen();
        try {
            channel.setOption(name, value);
        } catch (IOException e) {
            throw failed(e);
        }
    }

    <T> T get(SocketOption<T> name) throws SocketException {
        requireOpen();
        try {
            return channel.getOption(name);
        } catch (IOException e) {
            throw failed(e);
        }
    }

    void requireOpen() throws SocketException {
        if (!channel.isOpen()) {
            throw new SocketException("Socket is closed");
        }
    }

    private static SocketException failed(IOException cause) {
        if (cause instanceof ClosedChannelException closed) {
            return closed(closed);
        }
        SocketException exception = new SocketException(cause.getMessage());
        exception.initCause(cause);
        return exception;
    }

    /** Returns the exception of a socket for that of its channel. */
    static SocketException closed(ClosedChannelException cause) {
        SocketException exception = new SocketException("Socket closed");
        exception.initCause(cause);
        return exception;
    }
}
