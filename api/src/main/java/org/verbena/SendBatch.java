// SPDX-License-Identifier: Apache-2.0
package org.verbena;

import org.osgi.annotation.versioning.ProviderType;
import org.verbena.error.InvalidRequestException;

/**
 * A list of send work requests in off-heap memory: {@code struct ibv_send_wr} with its scatter/gather elements. An
 * application can write a batch once, change it in place, and post it any number of times. Writing and posting allocate
 * nothing. The memory is freed with the object, so a batch need not be closed.
 *
 * <p>A batch belongs to one thread at a time. The first thread that changes or posts a new batch becomes its owner. If
 * another thread tries to change or post the batch, the call throws {@link IllegalStateException} and has no effect.
 * The owner passes the batch on with {@link #release()}; the next thread that uses the batch then sees all its changes.
 * If the owner has terminated, the next thread that uses the batch becomes the owner.
 *
 * <p>Because of these rules, a batch never changes during a post, when the driver follows pointers in it. Calls of
 * {@link #size()} and {@link SendWr#numSge()} need no ownership. Data that is written to {@link SendWr#inlineArea()} is
 * not protected: a message may contain a mix of old and new bytes.
 */
@ProviderType
public interface SendBatch {
    /** {@return the device context that the batch was created for} */
    DeviceContext context();

    /** {@return the maximum number of work requests} */
    int capacity();

    /** {@return the maximum number of scatter/gather elements of each work request} */
    int maxSge();

    /**
     * Returns the maximum number of bytes that each work request can hold as inline data, or as the header of a TSO
     * send.
     *
     * @return the number of bytes
     */
    int maxInlineData();

    /** {@return the current number of work requests} */
    int size();

    /**
     * Adds a work request. It is an unsignalled send without data until the caller changes it.
     *
     * @return the work request, to be filled in
     * @throws InvalidRequestException if the batch is full
     * @throws IllegalStateException if another thread owns the batch
     */
    SendWr add();

    /**
     * Returns a work request of the batch.
     *
     * @param index the index, 0..{@link #size()} - 1
     * @return the work request; always the same object for the same index
     * @throws IndexOutOfBoundsException if the index is out of range
     */
    SendWr get(int index);

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
