package org.verbena;

import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;

/**
 * A queue pair: {@code struct ibv_qp}. What was asked for, what was granted and what the driver says later are three
 * different things: {@link #requestedCap()}, {@link #grantedCap()}, {@link #query()}.
 */
@ProviderType
public interface QueuePair extends VerbsObject {
    /**
     * The object of the user.
     *
     * @return {@code qp_context}, if set
     */
    Optional<Object> qpContext();

    /**
     * The number of the queue pair; 0 for an RSS queue pair, which has none.
     *
     * @return {@code qp_num}, 24 bits
     */
    long qpNum();

    /**
     * The transport service.
     *
     * @return {@code qp_type}
     */
    QpType qpType();

    /**
     * The state as libibverbs knows it: after the last successful {@link #modify} or {@link #query}. A queue pair that
     * the device moved to {@link QpState#ERR} keeps its old state here until it is queried.
     *
     * @return {@code state}
     */
    QpState state();

    /**
     * The protection domain.
     *
     * @return {@code pd}; absent for an XRC target
     */
    Optional<ProtectionDomain> pd();

    /**
     * The completion queue of sends.
     *
     * @return {@code send_cq}, if it has one
     */
    Optional<CompletionQueue> sendCq();

    /**
     * The completion queue of receives.
     *
     * @return {@code recv_cq}, if it has one
     */
    Optional<CompletionQueue> recvCq();

    /**
     * The shared receive queue.
     *
     * @return {@code srq}, if it has one
     */
    Optional<SharedReceiveQueue> srq();

    /**
     * What was asked for.
     *
     * @return the capabilities of the request; all 0 for an opened XRC target
     */
    QpCap requestedCap();

    /**
     * What the create call wrote back.
     *
     * @return the granted capabilities; all 0 for an opened XRC target
     */
    QpCap grantedCap();

    /**
     * Asks the driver for everything: {@code ibv_query_qp(3)} with the mask of all attributes.
     *
     * @return what the driver says now
     * @throws VerbsException if the driver does not answer; {@link Errno#EOPNOTSUPP} for an RSS queue pair
     */
    QpQuery query();

    /**
     * Asks the driver for some attributes: {@code ibv_query_qp(3)}.
     *
     * @param mask the attributes that are wanted; a driver may fill in more
     * @return what the driver says now
     * @throws VerbsException if the driver does not answer
     */
    QpQuery query(Flags<QpAttrMask> mask);

    /**
     * Changes attributes and moves through the states: {@code ibv_modify_qp(3)}.
     *
     * @param attr the attributes; {@link QpAttr#attrMask()} says which
     * @throws VerbsException {@link Errno#EINVAL} for a transition that does not exist, a missing or unexpected
     *     attribute or a value out of range; {@link Errno#EOPNOTSUPP} for attributes that the driver does not know, and
     *     for an RSS queue pair; {@link Errno#EBUSY} for a move to {@link QpState#RESET} while a list of send builders is
     *     under way, or completions of one of its queues are read in place
     */
    void modify(QpAttr attr);

    /**
     * The interface of send builders: {@code ibv_qp_to_qp_ex(3)}.
     *
     * @return the interface, if the driver gave the queue pair one; most do only where send operations were asked for
     */
    Optional<QueuePairEx> toQpEx();

    /**
     * Joins a multicast group: {@code ibv_attach_mcast(3)}. Joining twice counts once.
     *
     * @param gid the group
     * @param lid its local identifier; 0 on Ethernet
     * @throws VerbsException {@link Errno#EINVAL} if the GID is not of a group, the queue pair not UD, or in the group by
     *     another LID; {@link Errno#EOPNOTSUPP} if the driver has no multicast
     */
    void attachMcast(Gid gid, int lid);

    /**
     * Leaves a multicast group: {@code ibv_detach_mcast(3)}.
     *
     * @param gid the group
     * @param lid its local identifier
     * @throws VerbsException {@link Errno#EINVAL} if it had not been joined
     */
    void detachMcast(Gid gid, int lid);

    /**
     * Posts send work requests: {@code ibv_post_send(3)}. It allocates nothing.
     *
     * @param batch the work requests, all of them
     * @throws IllegalStateException while a list of send builders is under way, see {@link QueuePairEx#wrStart}
     * @throws PostException {@link Errno#ENOMEM} if the queue is full, {@link Errno#EINVAL} or {@link Errno#ENOMEM}
     *     (drivers differ) for a work request or a state that the driver does not accept; it names the first work
     *     request that was not posted, and those before it are posted
     * @throws InvalidRequestException if nothing was posted: the queue pair has no send queue, the batch is of another
     *     device context, or a work request lacks or has closed an object that C would follow
     */
    default void postSend(SendBatch batch) {
        postSend(batch, 0, batch.size());
    }

    /**
     * Posts some of the work requests of a batch.
     *
     * @param batch the work requests
     * @param from the first one to post
     * @param to the one behind the last; nothing happens if it equals {@code from}
     * @throws IndexOutOfBoundsException if they are not all in the batch
     * @throws IllegalStateException while a list of send builders is under way, see {@link QueuePairEx#wrStart}
     * @throws VerbsException as for a whole batch
     */
    void postSend(SendBatch batch, int from, int to);

    /**
     * Posts receive work requests: {@code ibv_post_recv(3)}. It allocates nothing.
     *
     * @param batch the work requests, all of them
     * @throws PostException as for sends; {@link Errno#EINVAL} or {@link Errno#ENOMEM} also for a queue pair that takes
     *     its receives from a shared receive queue
     * @throws InvalidRequestException if nothing was posted: the queue pair has no receive queue, or the batch is of
     *     another device context
     */
    default void postRecv(RecvBatch batch) {
        postRecv(batch, 0, batch.size());
    }

    /**
     * Posts some of the work requests of a batch.
     *
     * @param batch the work requests
     * @param from the first one to post
     * @param to the one behind the last; nothing happens if it equals {@code from}
     * @throws IndexOutOfBoundsException if they are not all in the batch
     * @throws VerbsException as for a whole batch
     */
    void postRecv(RecvBatch batch, int from, int to);

    /**
     * Leads packets to this queue pair: {@code ibv_create_flow(3)}. A raw packet queue pair, and one with an indirection
     * table, receives nothing without a rule.
     *
     * @param attr the rule
     * @return the rule; while it is open, the queue pair cannot be closed
     * @throws VerbsException {@link Errno#EOPNOTSUPP} if the driver has no flow steering, {@link Errno#EPERM} without
     *     CAP_NET_RAW, {@link Errno#EINVAL} for a queue pair or a rule that it does not take
     */
    Flow createFlow(FlowAttr attr);
}
