// SPDX-License-Identifier: Apache-2.0
package org.verbena;

import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;
import org.verbena.attr.Flags;
import org.verbena.attr.FlowAttr;
import org.verbena.attr.Gid;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpCap;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.error.Errno;
import org.verbena.error.InvalidRequestException;
import org.verbena.error.PostException;
import org.verbena.error.VerbsException;

/**
 * A queue pair: {@code struct ibv_qp}. The requested capabilities ({@link #requestedCap()}), the granted capabilities
 * ({@link #grantedCap()}) and the capabilities that the driver reports later ({@link #query()}) may differ.
 */
@ProviderType
public interface QueuePair extends VerbsObject {
    /**
     * {@return the application's object that is associated with the queue pair, {@code qp_context}, empty if not set}
     */
    Optional<Object> qpContext();

    /**
     * Returns the number of the queue pair. An RSS queue pair has no number.
     *
     * @return {@code qp_num}, 24 bits; 0 for an RSS queue pair
     */
    long qpNum();

    /** {@return the transport service, {@code qp_type}} */
    QpType qpType();

    /**
     * Returns the state that libibverbs recorded at the last successful {@link #modify} or {@link #query}. If the
     * device moves the queue pair to {@link QpState#ERR}, this method returns the old state until the next query.
     *
     * @return {@code state}
     */
    QpState state();

    /** {@return the protection domain, {@code pd}; empty for an XRC target} */
    Optional<ProtectionDomain> pd();

    /** {@return the completion queue of the send queue, {@code send_cq}, empty if there is none} */
    Optional<CompletionQueue> sendCq();

    /** {@return the completion queue of the receive queue, {@code recv_cq}, empty if there is none} */
    Optional<CompletionQueue> recvCq();

    /** {@return the shared receive queue, {@code srq}, empty if there is none} */
    Optional<SharedReceiveQueue> srq();

    /**
     * Returns the requested capabilities.
     *
     * @return the capabilities of the request; all 0 for an opened XRC target
     */
    QpCap requestedCap();

    /**
     * Returns the granted capabilities.
     *
     * @return the capabilities that the create call returned; all 0 for an opened XRC target
     */
    QpCap grantedCap();

    /**
     * Queries all attributes except {@code rate_limit}: {@code ibv_query_qp(3)}. A device that reports only some of
     * them, like efa, is asked for these; the others have their default values.
     *
     * @return the attributes that the driver reports
     * @throws VerbsException if the query fails: {@link Errno#EOPNOTSUPP} for an RSS queue pair
     */
    QpQuery query();

    /**
     * Queries the given attributes: {@code ibv_query_qp(3)}.
     *
     * @param mask the attributes to query; a driver may return more
     * @return the attributes that the driver reports
     * @throws VerbsException if the query fails
     */
    QpQuery query(Flags<QpAttr.Mask> mask);

    /**
     * Changes attributes and the state: {@code ibv_modify_qp(3)}.
     *
     * @param attr the attributes; {@link QpAttr#attrMask()} selects those that change
     * @throws VerbsException if the change fails: {@link Errno#EINVAL} for an invalid state transition, a missing or
     *     unexpected attribute, or a value out of range; {@link Errno#EOPNOTSUPP} for attributes that the driver does
     *     not support, and for an RSS queue pair; {@link Errno#EBUSY} for a change to {@link QpState#RESET} while a
     *     list of send work requests is open (see {@link QueuePairEx#wrStart}) or completions of its completion queues
     *     are being read in place
     */
    void modify(QpAttr attr);

    /**
     * Returns the interface with the send builders: {@code ibv_qp_to_qp_ex(3)}.
     *
     * @return the interface, or empty if the driver does not provide it; most drivers provide it only if the request
     *     contained send operations
     */
    Optional<QueuePairEx> toQpEx();

    /**
     * Joins a multicast group: {@code ibv_attach_mcast(3)}. Joining a group twice counts as one membership.
     *
     * @param gid the group
     * @param lid the local identifier of the group; 0 on Ethernet
     * @throws VerbsException if the call fails: {@link Errno#EINVAL} if the GID is not a multicast GID, if the queue
     *     pair is not UD, or if it joined the group with another LID; {@link Errno#EOPNOTSUPP} if the driver does not
     *     support multicast
     */
    void attachMcast(Gid gid, int lid);

    /**
     * Leaves a multicast group: {@code ibv_detach_mcast(3)}.
     *
     * @param gid the group
     * @param lid the local identifier of the group
     * @throws VerbsException if the call fails: {@link Errno#EINVAL} if the queue pair has not joined the group
     */
    void detachMcast(Gid gid, int lid);

    /**
     * Posts all send work requests of a batch: {@code ibv_post_send(3)}. This method allocates nothing. If it throws a
     * {@link PostException}, the work requests before {@link PostException#badWr()} are posted. If it throws an
     * {@link InvalidRequestException}, none is posted.
     *
     * @param batch the work requests
     * @throws IllegalStateException if a list of send work requests is open, see {@link QueuePairEx#wrStart}
     * @throws PostException if the driver rejects a work request: {@link Errno#ENOMEM} if the queue is full;
     *     {@link Errno#EINVAL} or {@link Errno#ENOMEM}, depending on the driver, for a work request or a state that it
     *     does not accept
     * @throws InvalidRequestException if the queue pair has no send queue, if the batch belongs to another device
     *     context, or if an object that C would dereference is missing or closed
     */
    default void postSend(SendBatch batch) {
        postSend(batch, 0, batch.size());
    }

    /**
     * Posts a range of the send work requests of a batch.
     *
     * @param batch the work requests
     * @param from the index of the first work request to post
     * @param to the index after the last work request to post; nothing happens if it equals {@code from}
     * @throws IndexOutOfBoundsException if the range is not within the batch
     * @throws IllegalStateException if a list of send work requests is open, see {@link QueuePairEx#wrStart}
     * @throws VerbsException as for {@link #postSend(SendBatch)}
     */
    void postSend(SendBatch batch, int from, int to);

    /**
     * Posts all receive work requests of a batch: {@code ibv_post_recv(3)}. This method allocates nothing. If it throws
     * a {@link PostException}, the work requests before {@link PostException#badWr()} are posted. If it throws an
     * {@link InvalidRequestException}, none is posted.
     *
     * @param batch the work requests
     * @throws PostException as for {@link #postSend(SendBatch)}; {@link Errno#EINVAL} or {@link Errno#ENOMEM} also for
     *     a queue pair with a shared receive queue
     * @throws InvalidRequestException if the queue pair has no receive queue, or if the batch belongs to another device
     *     context
     */
    default void postRecv(RecvBatch batch) {
        postRecv(batch, 0, batch.size());
    }

    /**
     * Posts a range of the receive work requests of a batch.
     *
     * @param batch the work requests
     * @param from the index of the first work request to post
     * @param to the index after the last work request to post; nothing happens if it equals {@code from}
     * @throws IndexOutOfBoundsException if the range is not within the batch
     * @throws VerbsException as for {@link #postRecv(RecvBatch)}
     */
    void postRecv(RecvBatch batch, int from, int to);

    /**
     * Creates a flow rule that steers packets to this queue pair: {@code ibv_create_flow(3)}. A raw packet queue pair,
     * or one with an indirection table, receives nothing without a rule.
     *
     * @param attr the description of the rule
     * @return the rule; while it is open, the queue pair cannot be closed
     * @throws VerbsException if the rule cannot be created: {@link Errno#EOPNOTSUPP} if the driver does not support
     *     flow steering, {@link Errno#EPERM} without {@code CAP_NET_RAW}, {@link Errno#EINVAL} for a queue pair or a
     *     rule that it does not accept
     */
    Flow createFlow(FlowAttr attr);
}
