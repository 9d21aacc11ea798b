// SPDX-License-Identifier: Apache-2.0
package org.verbena;

import org.osgi.annotation.versioning.ProviderType;
import org.verbena.error.InvalidRequestException;

/**
 * A list of receive work requests in off-heap memory: {@code struct ibv_recv_wr} with its scatter/gather elements. An
 * application can write a batch once, change it in place, and post it any number of times. The memory is freed with the
 * object, so a batch need not be closed.
 *
 * <p>A batch belongs to one thread at a time, by the same rules as a {@link SendBatch}. {@link #release()} passes it
 * on.
 */
@ProviderType
public interface RecvBatch {
    /** {@return the device context that the batch was created for} */
    DeviceContext context();

    /** {@return the maximum number of work requests} */
    int capacity();

    /** {@return the maximum number of scatter/gather elements of each work request} */
    int maxSge();

    /** {@return the current number of work requests} */
    int size();

    /**
     * Adds a work request without scatter/gather elements.
     *
     * @return the work request, to be filled in
     * @throws InvalidRequestException if the batch is full
     * @throws IllegalStateException if another thread owns the batch
     */
    RecvWr add();

    /**
     * Returns a work request of the batch.
     *
     * @param index the index, 0..{@link #size()} - 1
     * @return the work request; always the same object for the same index
     * @throws IndexOutOfBoundsException if the index is out of range
     */
    RecvWr get(int index);

    /**
     * Removes all work requests. Work requests that were already posted are not affected.
     *
     * @throws IllegalStateException if another thread owns the batch
     */
    void clear();

    /**
     * Releases the ownership, so that any thread may use the batch. The work requests are kept. If the batch has no
     * owner, this method has no effect.
     *
     * @throws IllegalStateException if another thread owns the batch
     */
    void release();
}
