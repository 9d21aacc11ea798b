package org.verbena;

import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;

/** A completion queue: {@code struct ibv_cq}. */
@ProviderType
public interface CompletionQueue extends VerbsObject {
    /**
     * The object of the user.
     *
     * @return {@code cq_context}, if set
     */
    Optional<Object> cqContext();

    /**
     * The channel of its events.
     *
     * @return {@code channel}, if set
     */
    Optional<CompletionChannel> channel();

    /**
     * The number of entries that were asked for, at creation or at the last successful resize.
     *
     * @return the request
     */
    int requestedCqe();

    /**
     * The number of entries that the driver granted.
     *
     * @return {@code cqe}
     */
    int grantedCqe();

    /**
     * Changes the number of entries: {@code ibv_resize_cq(3)}.
     *
     * @param cqe the number that is wanted
     * @throws InvalidRequestException if negative
     * @throws IllegalStateException while completions are read in place, see {@link CompletionQueueEx#startPoll}
     * @throws VerbsException {@link Errno#EINVAL} for a size that the device does not have or that is below the number
     *     of completions in the queue, {@link Errno#EOPNOTSUPP} if the driver cannot resize, {@link Errno#ENOMEM} if
     *     there is no memory (bnxt_re also if the ring has that size already)
     */
    void resize(int cqe);

    /**
     * Moderates its events: {@code ibv_modify_cq(3)}.
     *
     * @param moderation the moderation
     * @throws VerbsException {@link Errno#EOPNOTSUPP} if the driver cannot
     */
    void moderate(CqModeration moderation);

    /**
     * Takes completions: {@code ibv_poll_cq(3)}. It never waits and allocates nothing.
     *
     * @param completions receives as many as there are, at most its capacity
     * @return their number
     * @throws InvalidRequestException if the array is of another device context
     * @throws IllegalStateException while completions are read in place, see {@link CompletionQueueEx#startPoll}
     * @throws VerbsException if the queue failed
     */
    int poll(CompletionArray completions);

    /**
     * Asks for an event on the channel when the next completion comes: {@code ibv_req_notify_cq(3)}. One event follows
     * one request; completions that are in the queue already cause none, so poll once more after asking.
     *
     * @param solicitedOnly only for a receive whose sender set {@link SendFlag#SOLICITED}, and for errors
     * @throws IllegalStateException while completions are read in place, see {@link CompletionQueueEx#startPoll}
     * @throws VerbsException if the driver refuses
     */
    void requestNotify(boolean solicitedOnly);

    /**
     * Acknowledges events of this queue: {@code ibv_ack_cq_events(3)}. It takes a lock, so acknowledge many at once; a
     * close acknowledges what is left, and cannot hang.
     *
     * @param count how many, at most those that were received and not acknowledged
     * @throws InvalidRequestException if there are not so many
     */
    void ackEvents(int count);
}
