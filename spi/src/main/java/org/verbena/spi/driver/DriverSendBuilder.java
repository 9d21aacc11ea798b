package org.verbena.spi.driver;

import org.osgi.annotation.versioning.ProviderType;

/**
 * The send builders of a queue pair: {@code struct ibv_qp_ex}. The caller keeps to the protocol: one list at a time,
 * builders only of operations that the queue pair has, each work request finished. After a call that throws, the caller
 * calls only {@link #abort}. Arguments mean what they mean in
 * {@link org.verbena.QueuePairEx}; keys and numbers are the low 32 bits of a {@code long}.
 */
@ProviderType
public interface DriverSendBuilder {
    /** {@code ibv_wr_start(3)}. */
    void start();

    /**
     * {@code ibv_wr_complete(3)}.
     *
     * @return 0, or the error number
     */
    int complete();

    /** {@code ibv_wr_abort(3)}. */
    void abort();

    /**
     * Sets {@code wr_id} and {@code wr_flags} of what is begun next.
     *
     * @param wrId any 64 bits
     * @param flags {@code send_flags}
     */
    void next(long wrId, int flags);

    /** {@code ibv_wr_send(3)}. */
    void send();

    /**
     * {@code ibv_wr_send_imm(3)}.
     *
     * @param immData the number
     */
    void sendImm(int immData);

    /**
     * {@code ibv_wr_send_inv(3)}.
     *
     * @param invalidateRkey the key
     */
    void sendInv(long invalidateRkey);

    /**
     * {@code ibv_wr_send_tso(3)}.
     *
     * @param memory where the header is; it stays as it is until the list is complete
     * @param offset its first byte
     * @param length number of bytes
     * @param mss the payload of a segment
     */
    void sendTso(DriverMemory memory, long offset, int length, int mss);

    /**
     * {@code ibv_wr_rdma_write(3)}.
     *
     * @param rkey the key
     * @param remoteAddr the first byte
     */
    void rdmaWrite(long rkey, long remoteAddr);

    /**
     * {@code ibv_wr_rdma_write_imm(3)}.
     *
     * @param rkey the key
     * @param remoteAddr the first byte
     * @param immData the number
     */
    void rdmaWriteImm(long rkey, long remoteAddr, int immData);

    /**
     * {@code ibv_wr_rdma_read(3)}.
     *
     * @param rkey the key
     * @param remoteAddr the first byte
     */
    void rdmaRead(long rkey, long remoteAddr);

    /**
     * {@code ibv_wr_atomic_cmp_swp(3)}.
     *
     * @param rkey the key
     * @param remoteAddr the first byte
     * @param compare what is expected
     * @param swap what replaces it
     */
    void atomicCmpSwp(long rkey, long remoteAddr, long compare, long swap);

    /**
     * {@code ibv_wr_atomic_fetch_add(3)}.
     *
     * @param rkey the key
     * @param remoteAddr the first byte
     * @param add what is added
     */
    void atomicFetchAdd(long rkey, long remoteAddr, long add);

    /**
     * {@code ibv_wr_atomic_write(3)}.
     *
     * @param rkey the key
     * @param remoteAddr the first byte
     * @param memory where the 8 bytes are
     * @param offset the first of them
     */
    void atomicWrite(long rkey, long remoteAddr, DriverMemory memory, long offset);

    /**
     * {@code ibv_wr_flush(3)}.
     *
     * @param rkey the key
     * @param remoteAddr the first byte
     * @param length number of bytes
     * @param placement {@code enum ibv_placement_type}
     * @param selectivity {@code enum ibv_selectivity_level}
     */
    void flush(long rkey, long remoteAddr, long length, int placement, int selectivity);

    /**
     * {@code ibv_wr_local_inv(3)}.
     *
     * @param invalidateRkey the key
     */
    void localInv(long invalidateRkey);

    /**
     * {@code ibv_wr_bind_mw(3)}.
     *
     * @param mw {@link DriverMw#reference()} of the window
     * @param rkey its new key
     * @param mr {@link DriverMr#reference()} of the region
     * @param addr the first byte
     * @param length number of bytes
     * @param access the access flags
     */
    void bindMw(long mw, long rkey, long mr, long addr, long length, int access);

    /**
     * {@code ibv_wr_set_sge(3)}.
     *
     * @param lkey the key
     * @param addr the first byte
     * @param length number of bytes
     */
    void setSge(long lkey, long addr, long length);

    /**
     * {@code ibv_wr_set_sge_list(3)}.
     *
     * @param memory where the elements are, {@code struct ibv_sge}
     * @param offset the first of them
     * @param numSge their number
     */
    void setSgeList(DriverMemory memory, long offset, int numSge);

    /**
     * {@code ibv_wr_set_inline_data(3)}.
     *
     * @param memory where the data is
     * @param offset its first byte
     * @param length number of bytes
     */
    void setInlineData(DriverMemory memory, long offset, int length);

    /**
     * {@code ibv_wr_set_ud_addr(3)}.
     *
     * @param ah {@link DriverAh#reference()} of the address
     * @param remoteQpn the number of the receiver's queue pair
     * @param remoteQkey its Q_Key
     */
    void setUdAddr(long ah, long remoteQpn, long remoteQkey);

    /**
     * {@code ibv_wr_set_xrc_srqn(3)}.
     *
     * @param remoteSrqn the number of the shared receive queue
     */
    void setXrcSrqn(long remoteSrqn);
}
