// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels.stream;

import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.verbena.cm.CmEventException;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;

/** The exceptions of java.net for failures of connection management. */
final class ConnectErrors {
    /** The failures of an address that has nothing to do with RDMA. */
    private static final Set<Errno> NOT_RDMA = Set.of(Errno.ENODEV, Errno.EADDRNOTAVAIL, Errno.ENETUNREACH);

    private ConnectErrors() {}

    /**
     * Returns the exception for a failed step of a connection.
     *
     * @param address the address of the peer
     * @param isResolving whether the address or the route was resolved
     * @param cause the failure
     */
    static IOException connecting(@Nullable InetSocketAddress address, boolean isResolving, VerbsException cause) {
        Errno errno = cause.errno();
        if (isResolving && NOT_RDMA.contains(errno)) {
            return new NoRdmaException("no RDMA device reaches " + address, cause);
        }
        SocketException exception;
        if (errno.equals(Errno.ECONNREFUSED)) {
            exception = new ConnectException("Connection refused");
        } else if (errno.equals(Errno.ETIMEDOUT)) {
            exception = new ConnectException("Connection timed out");
        } else if (errno.equals(Errno.EHOSTUNREACH) || errno.equals(Errno.ENETUNREACH)) {
            exception = new NoRouteToHostException("No route to host");
        } else if (cause instanceof CmEventException) {
            exception = new ConnectException(cause.getMessage());
        } else {
            exception = new SocketException(cause.getMessage());
        }
        exception.initCause(cause);
        return exception;
    }

    /**
     * Returns the exception for a failed bind or listen.
     *
     * @param address the local address
     * @param cause the failure
     */
    static SocketException binding(@Nullable InetSocketAddress address, VerbsException cause) {
        Errno errno = cause.errno();
        if (errno.equals(Errno.ENODEV) || errno.equals(Errno.EADDRNOTAVAIL)) {
            return new NoRdmaException("no RDMA device has " + address, cause);
        }
        SocketException exception;
        if (errno.equals(Errno.EADDRINUSE)) {
            exception = new BindException("Address already in use");
        } else if (errno.equals(Errno.EACCES)) {
            exception = new BindException("Permission denied");
        } else {
            exception = new SocketException(cause.getMessage());
        }
        exception.initCause(cause);
        return exception;
    }
}
