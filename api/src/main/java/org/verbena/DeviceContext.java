package org.verbena;

import java.util.List;
import org.osgi.annotation.versioning.ProviderType;

/**
 * An open device: {@code struct ibv_context}. Everything is created from here or from a {@link ProtectionDomain} of
 * here. Closing it closes what is left of its objects first, users before what they use. If the driver refuses to
 * destroy one, the close fails, and the rest stays open. A further close gives up the objects that the driver still
 * refuses to destroy: the kernel destroys them with the device context, and their memory in the driver is lost.
 */
@ProviderType
public interface DeviceContext extends VerbsObject {
    /**
     * The device.
     *
     * @return the device that was opened
     */
    Device device();

    /**
     * The number of completion vectors.
     *
     * @return {@code num_comp_vectors}
     */
    int numCompVectors();

    /**
     * Asks for attributes and limits: {@code ibv_query_device(3)}.
     *
     * @return the answer
     * @throws VerbsException if the device does not answer
     */
    DeviceAttr queryDevice();

    /**
     * Asks for extended attributes: {@code ibv_query_device_ex(3)}. As in C, a driver without the extended call is
     * asked for the plain attributes and everything else is 0.
     *
     * @return the answer
     * @throws VerbsException if the device does not answer
     */
    DeviceAttrEx queryDeviceEx();

    /**
     * Asks for a port: {@code ibv_query_port(3)}.
     *
     * @param portNum the port, from 1
     * @return the answer
     * @throws InvalidRequestException if the number does not fit into 8 bits
     * @throws VerbsException {@link Errno#EINVAL} if there is no such port
     */
    PortAttr queryPort(int portNum);

    /**
     * Reads the P_Key table: {@code ibv_query_pkey(3)}.
     *
     * @param portNum the port, from 1
     * @param index the index
     * @return the key, 0..65535, in host order
     * @throws VerbsException if there is no such port or index
     */
    int queryPkey(int portNum, int index);

    /**
     * Reads the GID table: {@code ibv_query_gid(3)}.
     *
     * @param portNum the port, from 1
     * @param index the index
     * @return the GID, all zero for an empty entry
     * @throws VerbsException if there is no such port or index
     */
    Gid queryGid(int portNum, int index);

    /**
     * Reads the GID table with types: {@code ibv_query_gid_ex(3)}.
     *
     * @param portNum the port, from 1
     * @param index the index
     * @return the entry
     * @throws VerbsException {@link Errno#ENODATA} if the entry is empty, {@link Errno#EINVAL} if there is no such port
     *     or index
     */
    GidEntry queryGidEntry(int portNum, int index);

    /**
     * Reads the valid entries of all GID tables: {@code ibv_query_gid_table(3)}.
     *
     * @return the entries by port and index
     * @throws VerbsException if the device does not answer
     */
    List<GidEntry> queryGidTable();

    /**
     * Allocates a protection domain: {@code ibv_alloc_pd(3)}.
     *
     * @return the domain
     * @throws VerbsException {@link Errno#ENOMEM} if there are no more
     */
    ProtectionDomain allocPd();

    /**
     * Opens an XRC domain: {@code ibv_open_xrcd(3)}.
     *
     * @param attr the request
     * @return the domain
     * @throws VerbsException {@link Errno#EOPNOTSUPP} if the driver has no XRC; with a file {@link Errno#EAGAIN} if it
     *     has no domain yet and {@code O_CREAT} is missing, {@link Errno#EINVAL} if it has one and {@code O_EXCL} is
     *     given, {@link Errno#EBADF} if the descriptor is not open
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
     * @throws InvalidRequestException if the request holds foreign or closed objects or extended fields
     * @throws VerbsException {@link Errno#EINVAL} for a size or completion vector that the device does not have
     */
    CompletionQueue createCq(CqInitAttr attr);

    /**
     * Creates an extended completion queue: {@code ibv_create_cq_ex(3)}.
     *
     * @param attr the request
     * @return the queue
     * @throws InvalidRequestException if the request holds foreign or closed objects
     * @throws VerbsException {@link Errno#EOPNOTSUPP} for completion fields or flags that the driver does not have
     *     (mlx5 answers {@link Errno#EINVAL} for flags)
     */
    CompletionQueueEx createCqEx(CqInitAttr attr);

    /**
     * Creates a shared receive queue of any kind: {@code ibv_create_srq_ex(3)}.
     *
     * @param attr the request
     * @return the queue
     * @throws InvalidRequestException if the request holds foreign or closed objects, or its mask names an absent one
     * @throws VerbsException {@link Errno#EOPNOTSUPP} for a kind that the driver does not have, {@link Errno#EINVAL}
     *     for missing objects and sizes out of range
     */
    SharedReceiveQueue createSrqEx(SrqInitAttr attr);

    /**
     * Creates a queue pair with extended attributes: {@code ibv_create_qp_ex(3)}. With a {@code comp_mask} of exactly
     * {@link QpInitAttrMask#PD} libibverbs does what {@link ProtectionDomain#createQp} does.
     *
     * @param attr the request
     * @return the queue pair
     * @throws InvalidRequestException if the request holds foreign or closed objects, lacks a completion queue that C
     *     would crash without, or its mask names an absent object
     * @throws VerbsException if the driver refuses
     */
    QueuePair createQpEx(QpInitAttr attr);

    /**
     * Opens a shared XRC target: {@code ibv_open_qp(3)}.
     *
     * @param attr which one
     * @return a further handle of the same queue pair, which lives as long as its last handle
     * @throws VerbsException {@link Errno#EINVAL} if there is no such target in the domain, {@link Errno#EOPNOTSUPP} if
     *     the driver has no XRC
     */
    QueuePair openQp(QpOpenAttr attr);

    /**
     * Creates a work queue: {@code ibv_create_wq(3)}.
     *
     * @param attr the request
     * @return the queue
     * @throws InvalidRequestException if the request holds foreign or closed objects, or lacks the protection domain or
     *     completion queue
     * @throws VerbsException {@link Errno#EOPNOTSUPP} if the driver has no work queues or not that flag,
     *     {@link Errno#EINVAL} for sizes out of range
     */
    WorkQueue createWq(WqInitAttr attr);

    /**
     * Creates an indirection table: {@code ibv_create_rwq_ind_table(3)}.
     *
     * @param attr the request
     * @return the table
     * @throws InvalidRequestException if a work queue is foreign or closed
     * @throws VerbsException {@link Errno#EOPNOTSUPP} if the driver has none, {@link Errno#EINVAL} if it is too large
     */
    RwqIndTable createRwqIndTable(RwqIndTableAttr attr);

    /**
     * Says what the driver would answer, and why, without asking for it.
     *
     * @return the explainer of this context; it needs no closing
     */
    Explainer explain();

    /**
     * The asynchronous events of this context.
     *
     * @return always the same queue
     */
    AsyncEvents asyncEvents();

    /**
     * Makes room for send work requests.
     *
     * @param capacity the number of work requests, 1..65536
     * @param maxSge scatter/gather elements of each, 0..1024
     * @param maxInlineData bytes of inline data of each, 0..65536
     * @return an empty batch
     * @throws InvalidRequestException if a number is out of range
     */
    SendBatch newSendBatch(int capacity, int maxSge, int maxInlineData);

    /**
     * Makes room for receive work requests.
     *
     * @param capacity the number of work requests, 1..65536
     * @param maxSge scatter/gather elements of each, 0..1024
     * @return an empty batch
     * @throws InvalidRequestException if a number is out of range
     */
    RecvBatch newRecvBatch(int capacity, int maxSge);

    /**
     * Makes room for completions.
     *
     * @param capacity the number of completions, 1..65536
     * @return an empty array
     * @throws InvalidRequestException if the number is out of range
     */
    CompletionArray newCompletionArray(int capacity);
}
