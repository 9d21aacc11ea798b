// SPDX-License-Identifier: Apache-2.0
package org.verbena.spi;

import org.osgi.annotation.versioning.ProviderType;

/**
 * The send builders of a queue pair: {@code struct ibv_qp_ex}. The caller observes the protocol: one list at a time,
 * only builders of operations that the queue pair supports, and each work request finished. After a method throws, the
 * caller calls only {@link #abort}. Arguments have the same meaning as in {@link org.verbena.QueuePairEx}. Keys and
 * numbers are the low 32 bits of a {@code long}.
 */
@ProviderType
public interface DriverSendBuilder {
    /** Starts a list of work requests: {@code ibv_wr_start(3)}. */
    void start();

    /**
     * Completes and posts the list: {@code ibv_wr_complete(3)}.
     *
     * @return 0, or the error number
     */
    int complete();

    /** Discards the list: {@code ibv_wr_abort(3)}. */
    void abort();

    /**
     * Sets {@code wr_id} and {@code wr_flags} of the next work request.
     *
     * @param wrId any 64 bits
     * @param flags {@code send_flags}
     */
    void next(long wrId, int flags);

    /** Begins a send: {@code ibv_wr_send(3)}. */
    void send();

    /**
     * Begins a send with immediate data: {@code ibv_wr_send_imm(3)}.
     *
     * @param immData the immediate data
     */
    void sendImm(int immData);

    /**
     * Begins a send with invalidate: {@code ibv_wr_send_inv(3)}.
     *
     * @param invalidateRkey the key to invalidate
     */
    void sendInv(long invalidateRkey);

    /**
     * Begins a send with TCP segmentation offload: {@code ibv_wr_send_tso(3)}.
     *
     * @param memory the memory of the header; it must not change until the list is complete
     * @param offset the first byte of the header
     * @param length the number of bytes of the header
     * @param mss the payload size of a segment
     */
    void sendTso(DriverMemory memory, long offset, int length, int mss);

    /**
     * Begins an RDMA write: {@code ibv_wr_rdma_write(3)}.
     *
     * @param rkey the remote key
     * @param remoteAddr the address of the first remote byte
     */
    void rdmaWrite(long rkey, long remoteAddr);

    /**
     * Begins an RDMA write with immediate data: {@code ibv_wr_rdma_write_imm(3)}.
     *
     * @param rkey the remote key
     * @param remoteAddr the address of the first remote byte
     * @param immData the immediate data
     */
    void rdmaWriteImm(long rkey, long remoteAddr, int immData);

    /**
     * Begins an RDMA read: {@code ibv_wr_rdma_read(3)}.
     *
     * @param rkey the remote key
     * @param remoteAddr the address of the first remote byte
     */
    void rdmaRead(long rkey, long remoteAddr);

    /**
     * Begins an atomic compare-and-swap: {@code ibv_wr_atomic_cmp_swp(3)}.
     *
     * @param rkey the remote key
     * @param remoteAddr the address of the first remote byte
     * @param compare the expected value
     * @param swap the new value
     */
    void atomicCmpSwp(long rkey, long remoteAddr, long compare, long swap);

    /**
     * Begins an atomic fetch-and-add: {@code ibv_wr_atomic_fetch_add(3)}.
     *
     * @param rkey the remote key
     * @param remoteAddr the address of the first remote byte
     * @param add the addend
     */
    void atomicFetchAdd(long rkey, long remoteAddr, long add);

    /**
     * Begins an atomic write: {@code ibv_wr_atomic_write(3)}.
     *
     * @param rkey the remote key
     * @param remoteAddr the address of the first remote byte
     * @param memory the memory of the 8 bytes to write
     * @param offset the first of the 8 bytes
     */
    void atomicWrite(long rkey, long remoteAddr, DriverMemory memory, long offset);

    /**
     * Begins a flush: {@code ibv_wr_flush(3)}.
     *
     * @param rkey the remote key
     * @param remoteAddr the address of the first remote byte
     * @param length the number of bytes
     * @param placement {@code enum ibv_placement_type}
     * @param selectivity {@code enum ibv_selectivity_level}
     */
    void flush(long rkey, long remoteAddr, long length, int placement, int selectivity);

    /**
     * Begins a local invalidate: {@code ibv_wr_local_inv(3)}.
     *
     * @param invalidateRkey the key to invalidate
     */
    void localInv(long invalidateRkey);

    /**
     * Begins a bind of a memory window: {@code ibv_wr_bind_mw(3)}.
     *
     * @param mw {@link DriverMw#reference()} of the window
     * @param rkey the new key of the window
     * @param mr {@link DriverMr#reference()} of the region
     * @param addr the address of the first byte
     * @param length the number of bytes
     * @param access the access flags
     */
    void bindMw(long mw, long rkey, long mr, long addr, long length, int access);

    /**
     * Sets the single scatter/gather element: {@code ibv_wr_set_sge(3)}.
     *
     * @param lkey the local key
     * @param addr the address of the first byte
     * @param length the number of bytes
     */
    void setSge(long lkey, long addr, long length);

    /**
     * Sets the scatter/gather elements: {@code ibv_wr_set_sge_list(3)}.
     *
     * @param memory the memory of the elements, an array of {@code struct ibv_sge}
     * @param offset the offset of the first element
     * @param numSge the number of elements
     */
    void setSgeList(DriverMemory memory, long offset, int numSge);

    /**
     * Sets inline data: {@code ibv_wr_set_inline_data(3)}.
     *
     * @param memory the memory of the data
     * @param offset the first byte
     * @param length the number of bytes
     */
    void setInlineData(DriverMemory memory, long offset, int length);

    /**
     * Sets the address of a datagram: {@code ibv_wr_set_ud_addr(3)}.
     *
     * @param ah {@link DriverAh#reference()} of the address
     * @param remoteQpn the queue pair number of the receiver
     * @param remoteQkey the Q_Key of the receiver
     */
    void setUdAddr(long ah, long remoteQpn, long remoteQkey);

    /**
     * Sets the remote shared receive queue of an XRC request: {@code ibv_wr_set_xrc_srqn(3)}.
     *
     * @param remoteSrqn the number of the shared receive queue
     */
    void setXrcSrqn(long remoteSrqn);
}
