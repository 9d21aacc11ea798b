package org.verbena;

import org.osgi.annotation.versioning.ProviderType;

/**
 * A list of send work requests in memory outside the heap, written once, patched in place and posted as often as
 * wanted: {@code struct ibv_send_wr} with its scatter/gather elements. Nothing is allocated by writing or posting it.
 * Its memory is freed with the object; it need not be closed. Not for use by several threads at once: a thread must not
 * write to it while another one posts it.
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

    /** Removes all work requests. What has been posted is not affected. */
    void clear();
}
