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
     * @throws VerbsException {@link Errno#EINVAL} for a size that the device does not have or that is below the number
     *     of completions in the queue, {@link Errno#EOPNOTSUPP} if the driver cannot resize
     */
    void resize(int cqe);

    /**
     * Moderates its events: {@code ibv_modify_cq(3)}.
     *
     * @param moderation the moderation
     * @throws VerbsException {@link Errno#EOPNOTSUPP} if the driver cannot
     */
    void moderate(CqModeration moderation);
}
