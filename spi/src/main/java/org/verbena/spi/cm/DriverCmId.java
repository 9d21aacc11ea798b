// SPDX-License-Identifier: Apache-2.0
package org.verbena.spi.cm;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;
import org.verbena.attr.Ece;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpState;
import org.verbena.attr.SaPathRec;
import org.verbena.cm.ConnParam;
import org.verbena.cm.JoinFlag;
import org.verbena.error.Diagnosis;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;
import org.verbena.error.Violation;

/**
 * An identifier. {@link org.verbena.cm.CmId} documents the requests. Several threads may call the methods concurrently,
 * but never concurrently with {@link #destroy}. Each method may throw {@link org.verbena.error.VerbsException}.
 *
 * <p>The runtime never calls {@link #resolveRoute}, {@link #connect}, {@link #accept} or {@link #disconnect} without a
 * device, and never passes more private data than its field holds.
 */
@ProviderType
public interface DriverCmId {
    /** {@return the name of the device that the identifier is bound to; empty without a device} */
    Optional<String> device();

    /** {@return the port, {@code port_num}, 0 without a device} */
    int portNum();

    /** {@return the local address; empty if there is none} */
    Optional<InetSocketAddress> localAddress();

    /** {@return the address of the peer; empty if there is none} */
    Optional<InetSocketAddress> peerAddress();

    /**
     * Returns the path.
     *
     * @return the first path; empty if there is none
     */
    Optional<SaPathRec> path();

    /**
     * Binds the identifier: {@code rdma_bind_addr(3)}.
     *
     * @param address the local address
     */
    void bindAddr(InetSocketAddress address);

    /**
     * Resolves an address: {@code rdma_resolve_addr(3)}.
     *
     * @param source the local address; empty to let the driver choose
     * @param destination the address of the peer
     * @param millis the timeout in milliseconds
     */
    void resolveAddr(Optional<InetSocketAddress> source, InetSocketAddress destination, int millis);

    /**
     * Resolves the route: {@code rdma_resolve_route(3)}.
     *
     * @param millis the timeout in milliseconds
     */
    void resolveRoute(int millis);

    /**
     * Listens: {@code rdma_listen(3)}.
     *
     * @param backlog the number of requests that wait
     */
    void listen(int backlog);

    /**
     * Requests a connection: {@code rdma_connect(3)}. The driver reports
     * {@link org.verbena.cm.CmEventType#CONNECT_RESPONSE}, because it has no queue pair.
     *
     * @param param the parameters with the number of the queue pair; none stands for the maximum of the device
     */
    void connect(ConnParam param);

    /**
     * Accepts a request: {@code rdma_accept(3)}.
     *
     * @param param the parameters with the number of the queue pair; none stands for the maximum of the device
     */
    void accept(ConnParam param);

    /**
     * Rejects a request: {@code rdma_reject(3)} or {@code rdma_reject_ece(3)}.
     *
     * @param privateData the data for the peer
     * @param ece true for {@code rdma_reject_ece(3)}
     */
    void reject(ByteBuffer privateData, boolean ece);

    /** Completes a connection: {@code rdma_establish(3)}. */
    void establish();

    /** Ends a connection: {@code rdma_disconnect(3)}. The runtime has changed the queue pair to ERR. */
    void disconnect();

    /**
     * Reports an event of the queue pair: {@code rdma_notify(3)}.
     *
     * @param event the number of the event
     */
    void notifyEvent(int event);

    /**
     * Moves the identifier to another channel: {@code rdma_migrate_id(3)}.
     *
     * @param channel a channel of the same driver
     */
    void migrate(DriverCmChannel channel);

    /**
     * Returns the attributes of a transition: {@code rdma_init_qp_attr(3)}.
     *
     * @param state the target state
     * @return the attributes with their mask
     */
    QpAttr initQpAttr(QpState state);

    /**
     * Joins a multicast group: {@code rdma_join_multicast_ex(3)}.
     *
     * @param address the address of the group
     * @param flag the kind of membership
     * @param group a number that the events of this membership carry, not 0
     */
    void joinMulticast(InetAddress address, JoinFlag flag, long group);

    /**
     * Leaves a multicast group: {@code rdma_leave_multicast(3)}.
     *
     * @param address the address of the group
     */
    void leaveMulticast(InetAddress address);

    /**
     * Sets an option: {@code rdma_set_option(3)} with level {@code RDMA_OPTION_ID}.
     *
     * @param option the option
     * @param value the value, in the range of its C type
     */
    void setOption(CmOption option, int value);

    /**
     * Sets the time without a packet of the peer after which a connection ends. By default, the method refuses every
     * limit but zero with {@link Errno#EOPNOTSUPP}.
     *
     * @param limit the limit; zero for no keepalive
     */
    default void setKeepAlive(Duration limit) {
        if (!limit.isZero()) {
            throw new VerbsException(
                    "rdma_set_option",
                    Errno.EOPNOTSUPP,
                    "connection identifier",
                    Diagnosis.of(new Violation(
                            "keep_alive",
                            limit.toString(),
                            "0",
                            "rdma_cm has no keepalive; the kernel ends the connections of a process that ends",
                            "Linux drivers/infiniband/core/ucma.c")));
        }
    }

    /** {@return the options of the peer: {@code rdma_get_remote_ece(3)}} */
    Ece remoteEce();

    /**
     * Sets the options for the peer: {@code rdma_set_local_ece(3)}.
     *
     * @param ece the options
     */
    void setLocalEce(Ece ece);

    /**
     * Destroys the identifier: {@code rdma_destroy_id(3)}. Pending events are dropped. All events that the driver has
     * reported are acknowledged, so the call does not wait for the application.
     */
    void destroy();
}
