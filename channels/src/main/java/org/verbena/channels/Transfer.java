// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketOption;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The connection of a channel: a stream over RDMA, or a TCP channel. */
interface Transfer {
    /** Reads in the mode of the channel. */
    int read(ByteBuffer target) throws IOException;

    /** Reads in the mode of the channel. */
    long read(ByteBuffer[] targets, int offset, int length) throws IOException;

    /** Reads, and waits within a time in milliseconds, 0 for no limit. */
    int blockingRead(byte[] bytes, int offset, int length, int timeout) throws IOException;

    /** Returns the number of bytes that a read takes without waiting. */
    int available() throws IOException;

    /** Writes in the mode of the channel. */
    int write(ByteBuffer source) throws IOException;

    /** Writes in the mode of the channel. */
    long write(ByteBuffer[] sources, int offset, int length) throws IOException;

    /** Writes all bytes. */
    void blockingWrite(byte[] bytes, int offset, int length) throws IOException;

    void shutdownInput() throws IOException;

    void shutdownOutput() throws IOException;

    /** Closes, within the time of the option SO_LINGER, -1 if it is not set. */
    void close(int linger) throws IOException;

    /** Returns the operations of RDMA, empty for a TCP channel. */
    default Optional<RdmaConnection> rdma() {
        return Optional.empty();
    }

    @Nullable
    InetSocketAddress localAddress();

    /** Sets an option that takes effect on a connection. */
    <T> void setOption(SocketOption<T> name, T value) throws IOException;

    /** Returns the value of an option, null if the connection does not know it. */
    <T> @Nullable T getOption(SocketOption<T> name) throws IOException;

    /** Wakes the calls that wait for one of these operations. */
    void onReady(int ready);

    /** Returns the operations that do not wait, out of the given ones. */
    int poll(int operations);

    /** Returns the same, and requests a call of {@link #onReady} if there is none. */
    int await(int operations);
}
