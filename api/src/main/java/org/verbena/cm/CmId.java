// SPDX-License-Identifier: Apache-2.0
package org.verbena.cm;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.osgi.annotation.versioning.ProviderType;
import org.verbena.CompletionQueue;
import org.verbena.DeviceContext;
import org.verbena.ProtectionDomain;
import org.verbena.QpInitAttr;
import org.verbena.QueuePair;
import org.verbena.attr.AsyncEventType;
import org.verbena.attr.Ece;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.attr.SaPathRec;
import org.verbena.error.ClosedHandleException;
import org.verbena.error.Errno;
import org.verbena.error.InvalidRequestException;
import org.verbena.error.VerbsException;

/**
 * An identifier of connection management: {@code struct rdma_cm_id}. It is comparable to a socket: an active identifier
 * resolves an address and a route and connects; a passive one is bound and listens.
 *
 * <p>Every method that makes a request throws {@link ClosedHandleException} if the identifier is closed. It throws
 * {@link VerbsException} with {@link Errno#EINVAL} if the identifier is in the wrong state; the message names the state
 * that the call needs.
 */
@ProviderType
public interface CmId extends AutoCloseable {
    /** {@return the channel that the identifier reports to, {@code channel}} */
    EventChannel channel();

    /** {@return the port space, {@code ps}} */
    PortSpace portSpace();

    /** {@return the type of the queue pairs of this identifier, {@code qp_type}} */
    QpType qpType();

    /**
     * Returns the object that the application has attached. The identifier of a connection request has that of its
     * listener.
     *
     * @return {@code context}, null if there is none
     */
    @Nullable
    Object attachment();

    /**
     * Attaches an object of the application, for example the state of its connection.
     *
     * @param attachment {@code context}, null for none
     */
    void attach(@Nullable Object attachment);

    // ---------------------------------------------------------------- the device

    /**
     * Returns the context of the device that the identifier is bound to. The manager opens it, or uses the context of
     * the application for the same device.
     *
     * @return {@code verbs}; empty before an address is resolved or a local address is bound
     */
    Optional<DeviceContext> verbs();

    /** {@return the port, {@code port_num}, 0 before the identifier is bound to a device} */
    int portNum();

    /**
     * {@return the protection domain that all identifiers of a manager share on one device, {@code pd}; empty before
     * the identifier is bound to a device}
     */
    Optional<ProtectionDomain> pd();

    /** {@return the local address and port; empty before one is bound or resolved} */
    Optional<InetSocketAddress> localAddress();

    /** {@return the address and port of the peer; empty before one is resolved, and on a listener} */
    Optional<InetSocketAddress> peerAddress();

    /** {@return the path to the peer, {@code path_rec}; empty before the route is resolved} */
    Optional<SaPathRec> path();

    // ---------------------------------------------------------------- queue pairs

    /** {@return the queue pair, {@code qp}; empty before {@link #createQp} and after {@link #destroyQp}} */
    Optional<QueuePair> qp();

    /**
     * {@return the completion queue of sends that {@link #createQp} has created, {@code send_cq}; empty if there is
     * none}
     */
    Optional<CompletionQueue> sendCq();

    /**
     * {@return the completion queue of receives that {@link #createQp} has created, {@code recv_cq}; empty if there is
     * none}
     */
    Optional<CompletionQueue> recvCq();

    /**
     * Creates the queue pair of this identifier: {@code rdma_create_qp(3)}, {@code rdma_create_qp_ex(3)}. A connected
     * queue pair is in state INIT afterwards, and accepts receives. A queue pair of datagrams is in state RTS with
     * Q_Key {@link UdParam#UDP_QKEY}. The calls and events of this identifier change its state from then on.
     *
     * <p>Without {@code pd}, the queue pair belongs to {@link #pd()}. Without a completion queue, the identifier
     * creates one with {@code max_send_wr} or {@code max_recv_wr} entries and a completion channel. All objects must
     * belong to {@link #verbs()}.
     *
     * @param attr the request; {@code qp_type} is that of the identifier if it is not set
     * @return the queue pair
     * @throws InvalidRequestException if the identifier has a queue pair or no device, or the type or the context
     *     of an object differs: {@link Errno#EINVAL}
     * @throws VerbsException if the device fails the request
     */
    QueuePair createQp(QpInitAttr attr);

    /**
     * Destroys the queue pair and the completion queues that {@link #createQp} has created: {@code rdma_destroy_qp(3)}.
     * Does nothing if there is no queue pair.
     *
     * @throws VerbsException if an object cannot be destroyed
     */
    void destroyQp();

    /**
     * Returns the attributes that move a queue pair of the application to the given state:
     * {@code rdma_init_qp_attr(3)}. It is for queue pairs that {@link #createQp} has not created. The application
     * changes them itself, passes their number in {@link ConnParam}, and calls {@link #establish}.
     *
     * @param state {@link QpState#INIT}, {@link QpState#RTR} or {@link QpState#RTS}
     * @return the attributes
     * @throws VerbsException if the connection is not in a state that has these attributes: {@link Errno#EINVAL}
     */
    QpAttr initQpAttr(QpState state);

    // ---------------------------------------------------------------- addresses and routes

    /**
     * Binds the identifier to a local address: {@code rdma_bind_addr(3)}. An address of a device binds the identifier
     * to that device at once.
     *
     * @param address the address, or the wildcard address; port 0 lets the kernel choose
     * @throws VerbsException if the call fails: {@link Errno#ENODEV} if no RDMA device has the address,
     *     {@link Errno#EADDRNOTAVAIL} if this host does not have it, {@link Errno#EADDRINUSE} if the port is in use,
     *     {@link Errno#EACCES} for a port below 1024 without the privilege
     */
    void bindAddr(InetSocketAddress address);

    /**
     * Resolves the address of a peer: {@code rdma_resolve_addr(3)}. {@link CmEventType#ADDR_RESOLVED} or
     * {@link CmEventType#ADDR_ERROR} follows.
     *
     * @param destination the address and port of the peer
     * @param timeout the time to resolve, in milliseconds
     * @throws VerbsException if the call fails: {@link Errno#ENETUNREACH} or {@link Errno#EHOSTUNREACH} without a route
     */
    void resolveAddr(InetSocketAddress destination, Duration timeout);

    /**
     * Resolves the address of a peer from a local address, see {@link #resolveAddr(InetSocketAddress, Duration)}.
     *
     * @param source the local address; port 0 lets the kernel choose
     * @param destination the address and port of the peer, of the same family
     * @param timeout the time to resolve, in milliseconds
     * @throws VerbsException if the call fails
     */
    void resolveAddr(InetSocketAddress source, InetSocketAddress destination, Duration timeout);

    /**
     * Resolves the route: {@code rdma_resolve_route(3)}. {@link CmEventType#ROUTE_RESOLVED} or
     * {@link CmEventType#ROUTE_ERROR} follows.
     *
     * @param timeout the time to resolve, at least a millisecond
     * @throws VerbsException if the call fails
     */
    void resolveRoute(Duration timeout);

    // ---------------------------------------------------------------- connections

    /**
     * Listens: {@code rdma_listen(3)}. {@link CmEventType#CONNECT_REQUEST} follows for each peer. An identifier that is
     * not bound gets the wildcard address and a free port.
     *
     * @param backlog the number of requests that wait to be taken from the channel; 0 or less is the maximum of the
     *     kernel, 1024 by default. Further requests are dropped, and their peers repeat them
     * @throws VerbsException if the call fails: {@link Errno#EADDRINUSE} if another identifier listens on the port
     */
    void listen(int backlog);

    /**
     * Requests a connection, or the address of a datagram service: {@code rdma_connect(3)}. {@link
     * CmEventType#ESTABLISHED}, {@link CmEventType#REJECTED} or {@link CmEventType#UNREACHABLE} follows. With a queue
     * pair of the application, {@link CmEventType#CONNECT_RESPONSE} replaces {@link CmEventType#ESTABLISHED}.
     *
     * @param param the parameters
     * @throws InvalidRequestException if the private data is too long, or a number exceeds the limit of the device
     * @throws VerbsException if the call fails
     */
    void connect(ConnParam param);

    /**
     * Accepts a request: {@code rdma_accept(3)}. A connected queue pair is in state RTS afterwards, and {@link
     * CmEventType#ESTABLISHED} follows. If the kernel fails the call, it rejects the request.
     *
     * @param param the parameters
     * @throws InvalidRequestException if the private data is too long, or a number exceeds the limit of the device
     * @throws VerbsException if the call fails
     */
    void accept(ConnParam param);

    /**
     * Rejects a request or a connection response: {@code rdma_reject(3)}. The peer gets {@link
     * RejectReason#CONSUMER_DEFINED}, or status 2 for datagrams.
     *
     * @param privateData the data for the peer, at most 148 bytes, 136 for datagrams
     * @throws InvalidRequestException if the private data is too long
     * @throws VerbsException if the call fails
     */
    void reject(ByteBuffer privateData);

    /**
     * Rejects a request because of its options of enhanced connection establishment: {@code rdma_reject_ece(3)}. The
     * peer gets {@link RejectReason#VENDOR_OPTION_NOT_SUPPORTED}.
     *
     * @param privateData the data for the peer, at most 148 bytes
     * @throws InvalidRequestException if the private data is too long
     * @throws VerbsException if the call fails
     */
    void rejectEce(ByteBuffer privateData);

    /**
     * Completes a connection after {@link CmEventType#CONNECT_RESPONSE}: {@code rdma_establish(3)}. The queue pair of
     * the application must be in state RTS.
     *
     * @throws InvalidRequestException if the identifier has created a queue pair: {@link Errno#EINVAL}
     * @throws VerbsException if the call fails
     */
    void establish();

    /**
     * Ends the connection, or answers the end of the peer: {@code rdma_disconnect(3)}. The queue pair changes to state
     * ERR. {@link CmEventType#DISCONNECTED} and {@link CmEventType#TIMEWAIT_EXIT} follow. Does nothing if the
     * connection has ended already.
     *
     * @throws VerbsException if the call fails
     */
    void disconnect();

    /**
     * Reports an event of the queue pair: {@code rdma_notify(3)}. {@link AsyncEventType#COMM_EST} establishes the
     * connection of a passive identifier, as if the last message of the handshake had arrived.
     *
     * @param event the event
     * @throws VerbsException if the call fails: {@link Errno#EISCONN} if the connection is established
     */
    void notifyEvent(AsyncEventType event);

    /**
     * Moves the identifier and its pending events to another channel: {@code rdma_migrate_id(3)}.
     *
     * <p>Linux does not move the requests that wait at a listener ({@code ucma_migrate_id}). They are lost, and their
     * peers wait until the listener closes or their own timeouts end. Take all requests before the migration, or
     * migrate a listener before {@link #listen}.
     *
     * @param channel a channel of the same manager
     * @throws VerbsException if the call fails
     */
    void migrate(EventChannel channel);

    // ---------------------------------------------------------------- multicast

    /**
     * Joins a multicast group: {@code rdma_join_multicast(3)}, {@code rdma_join_multicast_ex(3)}. {@link
     * CmEventType#MULTICAST_JOIN} or {@link CmEventType#MULTICAST_ERROR} follows. Taking the first attaches the queue
     * pair, unless it only sends.
     *
     * @param address the address of the group
     * @param flag the kind of membership
     * @return the membership
     * @throws VerbsException if the call fails
     */
    MulticastGroup joinMulticast(InetAddress address, JoinFlag flag);

    // ---------------------------------------------------------------- options

    /**
     * Sets the type of service of the connection's packets: {@code RDMA_OPTION_ID_TOS}.
     *
     * @param tos the type of service or traffic class, 0..255
     * @throws VerbsException if the call fails
     */
    void setTos(int tos);

    /**
     * Permits several identifiers on one port: {@code RDMA_OPTION_ID_REUSEADDR}.
     *
     * @param reuse whether the port may be shared
     * @throws VerbsException if the call fails: {@link Errno#EINVAL} if the identifier is bound
     */
    void setReuseAddr(boolean reuse);

    /**
     * Restricts a listener on the IPv6 wildcard address to IPv6: {@code RDMA_OPTION_ID_AFONLY}.
     *
     * @param only whether the listener is restricted
     * @throws VerbsException if the call fails: {@link Errno#EINVAL} if the identifier is bound
     */
    void setAfOnly(boolean only);

    /**
     * Sets the local ACK timeout of the queue pair: {@code RDMA_OPTION_ID_ACK_TIMEOUT}.
     *
     * @param timeout the timeout, 4.096 us times a power of two with this exponent, 0..31
     * @throws VerbsException if the call fails: {@link Errno#EINVAL} for datagrams
     */
    void setAckTimeout(int timeout);

    /**
     * Sets the keepalive of a simulator on a network: the time without a packet of the peer after which the connection
     * ends. The identifier then reports {@link CmEventType#DISCONNECTED} with status ETIMEDOUT, and a request in flight
     * completes with {@code IBV_WC_RETRY_EXC_ERR}. The default is 20 seconds, because a process that is killed cannot
     * tell its peers. From half of that time on, the simulator sends packets that the peer acknowledges, so an idle
     * peer stays connected. If {@link #setAckTimeout} was not called, a request with seven retries is repeated until
     * the limit, so a process can be stopped for some time.
     *
     * <p>Within one process, the value has no effect. A kernel tells the peers if a process ends, and has no keepalive.
     *
     * @param limit 100 milliseconds to one day; zero for no keepalive
     * @throws VerbsException with {@link Errno#EOPNOTSUPP} if the provider uses a kernel and the limit is not zero
     */
    void setKeepAlive(Duration limit);

    /**
     * Returns the options of enhanced connection establishment that the peer has sent:
     * {@code rdma_get_remote_ece(3)}.
     *
     * @return the options; {@link Ece#NONE} if there are none
     * @throws VerbsException if the library does not support them: {@link Errno#ENOSYS}
     */
    Ece remoteEce();

    /**
     * Sets the options of enhanced connection establishment for the peer: {@code rdma_set_local_ece(3)}.
     *
     * @param ece the options
     * @throws InvalidRequestException if the identifier has a queue pair, or the vendor is 0: {@link Errno#EINVAL}
     * @throws VerbsException if the library does not support them: {@link Errno#ENOSYS}
     */
    void setLocalEce(Ece ece);

    // ---------------------------------------------------------------- closing

    /** {@return whether the identifier is closed; true after this identifier, its channel or its manager was closed} */
    boolean isClosed();

    /**
     * Destroys the identifier: {@code rdma_destroy_id(3)}. The queue pair and the completion queues that {@link
     * #createQp} has created stay open, as in C; close them, or call {@link #destroyQp} first. A peer that is connected
     * or waits for an answer is told. Closing a closed identifier has no effect.
     *
     * @throws VerbsException if the kernel fails the request
     */
    @Override
    void close();
}
