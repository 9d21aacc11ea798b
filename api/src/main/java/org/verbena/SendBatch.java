package org.verbena;

import org.osgi.annotation.versioning.ProviderType;

/**
 * A list of send work requests in memory outside the heap, written once, patched in place and posted as often as
 * wanted: {@code struct ibv_send_wr} with its scatter/gather elements. Nothing is allocated by writing or posting it.
 * Its memory is freed with the object; it need not be closed.
 *
 * <p>A batch belongs to one thread at a time. The first thread that changes or posts a new batch becomes its owner. A call
 * by another thread that would change or post it throws {@link IllegalStateException} and has no effect. The owner passes
 * the batch on with {@link #release()}: the next thread that uses the batch then sees all its changes. A batch whose
 * owner has terminated belongs to the next thread that uses it. So a batch never changes while it is posted: the driver
 * follows pointers in it. Reading {@link #size()} or {@link SendWr#numSge()} needs no ownership. Data that is
 * written to {@link SendWr#inlineArea()} is not protected; the content of a message may mix old and new bytes.
 */
@ProviderType
public interface SendBatch {
    /**
     * The device context that it was made for.
     *
     * @return the context
     */
    DeviceContext context();

    /**
     * The number of work requests that it has room for.
     *
     * @return the capacity
     */
    int capacity();

    /**
     * The number of scatter/gather elements that each work request has room for.
     *
     * @return the number
     */
    int maxSge();

    /**
     * The number of bytes that each work request has room for as inline data, or as the header of a large send.
     *
     * @return the number
     */
    int maxInlineData();

    /**
     * The number of work requests in it.
     *
     * @return the size
     */
    int size();

    /**
     * Adds a work request: an unsignalled send of nothing, until something else is written to it.
     *
     * @return the work request, to be written
     * @throws InvalidRequestException if the batch is full
     * @throws IllegalStateException if another thread owns the batch
     */
    SendWr add();

    /**
     * A work request of the batch.
     *
     * @param index 0..{@link #size()} - 1
     * @return the work request; always the same object for an index
     * @throws IndexOutOfBoundsException if there is none
     */
    SendWr get(int index);

    /**
     * Removes all work requests. Work requests that have been posted are not affected.
     *
     * @throws IllegalStateException if another thread owns the batch
     */
    void clear();

    /**
     * Gives up the ownership, so that any thread may use the batch. Its work requests stay. A batch without an owner
     * stays without one.
     *
     * @throws IllegalStateException if another thread owns the batch
     */
    void release();
}
