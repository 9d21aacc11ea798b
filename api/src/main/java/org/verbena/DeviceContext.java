// SPDX-License-Identifier: Apache-2.0
package org.verbena;

import java.util.List;
import java.util.Map;
import org.osgi.annotation.versioning.ProviderType;
import org.verbena.attr.DeviceAttr;
import org.verbena.attr.DeviceAttrEx;
import org.verbena.attr.Gid;
import org.verbena.attr.GidEntry;
import org.verbena.attr.PortAttr;
import org.verbena.error.Errno;
import org.verbena.error.InvalidRequestException;
import org.verbena.error.VerbsException;

/**
 * An open device: {@code struct ibv_context}. It and its {@link ProtectionDomain}s create all other objects.
 *
 * <p>Closing a context first closes its remaining objects, each one before the objects that it uses. If the driver
 * fails to destroy an object, the close fails and the rest stay open. A further close abandons the objects that the
 * driver still fails to destroy. The kernel destroys them with the device context, and the driver leaks their memory.
 */
@ProviderType
public interface DeviceContext extends VerbsObject {
    /**
     * Returns the device of this context.
     *
     * @return the device that was opened
     */
    Device device();

    /** {@return the number of completion vectors, {@code num_comp_vectors}} */
    int numCompVectors();

    /**
     * Queries the attributes and limits of the device: {@code ibv_query_device(3)}.
     *
     * @return the attributes
     * @throws VerbsException if the device does not answer
     */
    DeviceAttr queryDevice();

    /**
     * Queries the extended attributes of the device: {@code ibv_query_device_ex(3)}. If the driver lacks the extended
     * call, this method returns the plain attributes and 0 for all others, as C does.
     *
     * @return the attributes
     * @throws VerbsException if the device does not answer
     */
    DeviceAttrEx queryDeviceEx();

    /**
     * Queries the attributes of a port: {@code ibv_query_port(3)}.
     *
     * @param portNum the port, from 1
     * @return the attributes
     * @throws InvalidRequestException if the number does not fit into 8 bits
     * @throws VerbsException if there is no such port: {@link Errno#EINVAL}
     */
    PortAttr queryPort(int portNum);

    /**
     * Returns the counters of a port: packets, bytes, retries, errors. Each driver has its own counters. The names are
     * those of Linux, in {@code counters} and {@code hw_counters} of
     * {@code /sys/class/infiniband/}<i>device</i>{@code /ports/}<i>port</i>. Some drivers also have counters of the
     * device, in {@code /sys/class/infiniband/}<i>device</i>{@code /hw_counters}. A simulated device on the network
     * counts packets, and dropped packets by reason.
     *
     * @param portNum the port, from 1; 0 for the counters of the device
     * @return the numbers by name, in alphabetical order; empty if the port has no counters
     * @throws InvalidRequestException if the number does not fit into 8 bits
     */
    Map<String, Long> portCounters(int portNum);

    /**
     * Reads an entry of the P_Key table: {@code ibv_query_pkey(3)}.
     *
     * @param portNum the port, from 1
     * @param index the index in the table
     * @return the key, 0..65535, in host order
     * @throws VerbsException if there is no such port or index
     */
    int queryPkey(int portNum, int index);

    /**
     * Reads an entry of the GID table: {@code ibv_query_gid(3)}.
     *
     * @param portNum the port, from 1
     * @param index the index in the table
     * @return the GID, all zero for an empty entry
     * @throws VerbsException if there is no such port or index
     */
    Gid queryGid(int portNum, int index);

    /**
     * Reads an entry of the GID table with its type: {@code ibv_query_gid_ex(3)}.
     *
     * @param portNum the port, from 1
     * @param index the index in the table
     * @return the entry
     * @throws VerbsException if the query fails: {@link Errno#ENODATA} for an empty entry, {@link Errno#EINVAL} if
     *     there is no such port or index
     */
    GidEntry queryGidEntry(int portNum, int index);

    /**
     * Reads the valid entries of all GID tables: {@code ibv_query_gid_table(3)}.
     *
     * @return the entries, ordered by port and index
     * @throws VerbsException if the device does not answer
     */
    List<GidEntry> queryGidTable();

    /**
     * Allocates a protection domain: {@code ibv_alloc_pd(3)}.
     *
     * @return the domain
     * @throws VerbsException if no more domains are available: {@link Errno#ENOMEM}
     */
    ProtectionDomain allocPd();

    /**
     * Opens an XRC domain: {@code ibv_open_xrcd(3)}.
     *
     * @param attr the request
     * @return the domain
     * @throws VerbsException if the request fails: {@link Errno#EOPNOTSUPP} if the driver does not support XRC. With a
     *     file: {@link Errno#EAGAIN} if the file has no domain yet and {@code O_CREAT} is missing, {@link Errno#EINVAL}
     *     if it has one and {@code O_EXCL} is set, {@link Errno#EBADF} if the descriptor is not open
     */
    XrcDomain openXrcd(XrcdInitAttr attr);

    /**
     * Creates a completion channel: {@code ibv_create_comp_channel(3)}.
     *
     * @return the channel
     * @throws VerbsException if the process has no more file descriptors
     */
    CompletionChannel createCompChannel();

    /**
     * Creates a completion queue: {@code ibv_create_cq(3)}.
     *
     * @param attr the request; fields of the extended call must not be set
     * @return the queue
     * @throws InvalidRequestException if the request has extended fields, or objects that are closed or belong to
     *     another context
     * @throws VerbsException if the device does not support the size or the completion vector: {@link Errno#EINVAL}
     */
    CompletionQueue createCq(CqInitAttr attr);

    /**
     * Creates an extended completion queue: {@code ibv_create_cq_ex(3)}.
     *
     * @param attr the request
     * @return the queue
     * @throws InvalidRequestException if the request has objects that are closed or belong to another context
     * @throws VerbsException if the driver does not support the completion fields or flags: {@link Errno#EOPNOTSUPP}
     *     (mlx5: {@link Errno#EINVAL} for flags)
     */
    CompletionQueueEx createCqEx(CqInitAttr attr);

    /**
     * Creates a shared receive queue of any type: {@code ibv_create_srq_ex(3)}.
     *
     * @param attr the request
     * @return the queue
     * @throws InvalidRequestException if the request has objects that are closed or belong to another context, or if
     *     its mask names an object that is not set
     * @throws VerbsException if the driver rejects the request: {@link Errno#EOPNOTSUPP} for an unsupported type,
     *     {@link Errno#EINVAL} for missing objects and sizes out of range
     */
    SharedReceiveQueue createSrqEx(SrqInitAttr attr);

    /**
     * Creates a queue pair with extended attributes: {@code ibv_create_qp_ex(3)}. If {@code comp_mask} is exactly
     * {@link QpInitAttr.Mask#PD}, libibverbs does the same as for {@link ProtectionDomain#createQp}.
     *
     * @param attr the request
     * @return the queue pair
     * @throws InvalidRequestException if the request has objects that are closed or belong to another context, if it
     *     lacks a completion queue without which C would crash, or if its mask names an object that is not set
     * @throws VerbsException if the driver rejects the request
     */
    QueuePair createQpEx(QpInitAttr attr);

    /**
     * Opens a shared XRC target: {@code ibv_open_qp(3)}.
     *
     * @param attr the request
     * @return a further handle of the same queue pair, which exists until its last handle is closed
     * @throws VerbsException if the request fails: {@link Errno#EINVAL} if the domain has no such target,
     *     {@link Errno#EOPNOTSUPP} if the driver does not support XRC
     */
    QueuePair openQp(QpOpenAttr attr);

    /**
     * Creates a work queue: {@code ibv_create_wq(3)}.
     *
     * @param attr the request
     * @return the queue
     * @throws InvalidRequestException if the request has objects that are closed or belong to another context, or if it
     *     lacks the protection domain or completion queue
     * @throws VerbsException if the driver rejects the request: {@link Errno#EOPNOTSUPP} if it does not support work
     *     queues or the flag, {@link Errno#EINVAL} for sizes out of range
     */
    WorkQueue createWq(WqInitAttr attr);

    /**
     * Creates an indirection table: {@code ibv_create_rwq_ind_table(3)}.
     *
     * @param attr the request
     * @return the table
     * @throws InvalidRequestException if a work queue is closed or belongs to another context
     * @throws VerbsException if the driver rejects the request: {@link Errno#EOPNOTSUPP} if it does not support tables,
     *     {@link Errno#EINVAL} if the table is too large
     */
    RwqIndTable createRwqIndTable(RwqIndTableAttr attr);

    /**
     * Returns the explainer of this context. It predicts the answers of the driver to requests, with reasons, without
     * executing the requests.
     *
     * @return the explainer; it need not be closed
     */
    Explainer explain();

    /** {@return the queue of asynchronous events of this context, always the same object} */
    AsyncEvents asyncEvents();

    /**
     * Allocates memory for send work requests.
     *
     * @param capacity the maximum number of work requests, 1..65536
     * @param maxSge the maximum number of scatter/gather elements of each, 0..1024
     * @param maxInlineData the maximum number of bytes of inline data of each, 0..65536
     * @return an empty batch
     * @throws InvalidRequestException if a number is out of range
     */
    SendBatch newSendBatch(int capacity, int maxSge, int maxInlineData);

    /**
     * Allocates memory for send work requests with one scatter/gather element each, and no inline data.
     *
     * @param capacity the maximum number of work requests, 1..65536
     * @return an empty batch
     * @throws InvalidRequestException if the number is out of range
     */
    default SendBatch newSendBatch(int capacity) {
        return newSendBatch(capacity, 1, 0);
    }

    /**
     * Allocates memory for receive work requests.
     *
     * @param capacity the maximum number of work requests, 1..65536
     * @param maxSge the maximum number of scatter/gather elements of each, 0..1024
     * @return an empty batch
     * @throws InvalidRequestException if a number is out of range
     */
    RecvBatch newRecvBatch(int capacity, int maxSge);

    /**
     * Allocates memory for receive work requests with one scatter/gather element each.
     *
     * @param capacity the maximum number of work requests, 1..65536
     * @return an empty batch
     * @throws InvalidRequestException if the number is out of range
     */
    default RecvBatch newRecvBatch(int capacity) {
        return newRecvBatch(capacity, 1);
    }

    /**
     * Allocates memory for completions.
     *
     * @param capacity the maximum number of completions, 1..65536
     * @return an empty array
     * @throws InvalidRequestException if the number is out of range
     */
    CompletionArray newCompletionArray(int capacity);
}
