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
import org.verbena.error.VerbsException;

/** The exceptions of java.net for failures of connection management. */
final class ConnectErrors {
    private static final int EACCES = 13;
    private static final int ENODEV = 19;
    private static final int EADDRINUSE = 98;
    private static final int EADDRNOTAVAIL = 99;
    private static final int ENETUNREACH = 101;
    private static final int ETIMEDOUT = 110;
    private static final int ECONNREFUSED = 111;
    private static final int EHOSTUNREACH = 113;

    /** The failures of an address that has nothing to do with RDMA. */
    private static final Set<Integer> NOT_RDMA = Set.of(ENODEV, EADDRNOTAVAIL, ENETUNREACH);

    private ConnectErrors() {}

    /**
     * Returns the exception for a failed step of a connection.
     *
     * @param address the address of the peer
     * @param isResolving whether the address or the route was resolved
     * @param cause the failure
     */
    static IOException connecting(@Nullable InetSocketAddress address, boolean isResolving, VerbsException cause) {
        int errno = cause.errno().number();
        if (isResolving && NOT_RDMA.contains(errno)) {
            return new NoRdmaException("no RDMA device reaches " + address, cause);
        }
        SocketException exception = switch (errno) {
            case ECONNREFUSED -> new ConnectException("Connection refused");
            case ETIMEDOUT -> new ConnectException("Connection timed out");
            case EHOSTUNREACH, ENETUNREACH -> new NoRouteToHostException("No route to host");
            default ->
                cause instanceof CmEventException
                        ? new ConnectException(cause.getMessage())
                        : new SocketException(cause.getMessage());
        };
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
        SocketException exception = switch (cause.errno().number()) {
            case EADDRINUSE -> new BindException("Address already in use");
            case EACCES -> new BindException("Permission denied");
            case ENODEV, EADDRNOTAVAIL -> new NoRdmaException("no RDMA device has " + address, cause);
            default -> new SocketException(cause.getMessage());
        };
        if (exception.getCause() == null) {
            exception.initCause(cause);
        }
        return exception;
    }
}
