package org.verbena;

import java.nio.ByteBuffer;
import java.util.List;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The send builders of a queue pair: {@code struct ibv_qp_ex}. It lives as long as its queue pair.
 *
 * <p>A call between {@link #wrStart} and {@link #wrComplete} that throws fails the list: a driver may have seen a part of
 * its work request. Every further call then throws {@link IllegalStateException} and names the call that failed, except
 * {@link #wrAbort}, which drops the list. Calls by other threads, and a {@link #wrComplete} that finds the last work
 * request unfinished, do not fail the list. Data is copied before the driver is called.
 */
@ProviderType
public interface QueuePairEx {
    /**
     * The queue pair.
     *
     * @return {@code qp_base}
     */
    QueuePair queuePair();

    /**
     * The operations that have a builder, as the driver filled in the function pointers of {@code struct ibv_qp_ex}.
     * rxe gives every queue pair of the extended call this interface, but without send operations asked for it is
     * empty.
     *
     * @return the operations
     * @throws ClosedHandleException after the queue pair was closed
     */
    Flags<SendOp> sendOps();

    /**
     * Starts a list of send work requests: {@code ibv_wr_start(3)}. Everything up to {@link #wrComplete} or
     * {@link #wrAbort} must be done by the same thread; until then the queue pair can neither be posted to otherwise nor
     * closed by another thread ({@link Errno#EBUSY}). Closing it, or its context, by this thread drops the list. A work
     * request is begun by a builder and finished by what sets its data and, where its kind of queue pair needs it, its
     * destination.
     *
     * @throws IllegalStateException if a list is under way
     * @throws InvalidRequestException if the queue pair has no builders
     */
    void wrStart();

    /**
     * Posts the list: {@code ibv_wr_complete(3)}.
     *
     * @throws IllegalStateException if this thread has not started a list, its last work request is not finished, or the
     *     list has failed; the list stays then
     * @throws VerbsException if the driver refuses the list, of which nothing is posted then: {@link Errno#ENOMEM} or
     *     {@link Errno#ENOSPC} if the queue is full, {@link Errno#EINVAL} for a state or a work request that the driver
     *     does not accept
     */
    void wrComplete();

    /**
     * Drops the list: {@code ibv_wr_abort(3)}.
     *
     * @throws IllegalStateException if this thread has not started a list
     */
    void wrAbort();

    /**
     * The number of the work requests that are begun from now on.
     *
     * @param wrId {@code wr_id}, any 64 bits
     * @return this
     */
    QueuePairEx wrId(long wrId);

    /**
     * The flags of the work requests that are begun from now on; {@link SendFlag#INLINE} is set by inline data.
     *
     * @param flags {@code wr_flags}
     * @return this
     */
    QueuePairEx wrFlags(Flags<SendFlag> flags);

    /**
     * Begins a work request: {@code ibv_wr_send(3)}.
     *
     * @return this
     * @throws InvalidRequestException if the queue pair was not created with {@link SendOp#SEND}
     */
    QueuePairEx wrSend();

    /**
     * Begins a work request: {@code ibv_wr_send_imm(3)}.
     *
     * @param immData 32 bits, which the peer reads as the same number
     * @return this
     * @throws InvalidRequestException if the queue pair was not created with {@link SendOp#SEND_WITH_IMM}
     */
    QueuePairEx wrSendImm(int immData);

    /**
     * Begins a work request: {@code ibv_wr_send_inv(3)}.
     *
     * @param invalidateRkey the key to invalidate, 0..4294967295
     * @return this
     * @throws InvalidRequestException if the queue pair was not created with {@link SendOp#SEND_WITH_INV}
     */
    QueuePairEx wrSendInv(long invalidateRkey);

    /**
     * Begins a work request: {@code ibv_wr_send_tso(3)}.
     *
     * @param header the headers that every segment begins with; copied
     * @param mss the payload of a segment in bytes, 1..65535
     * @return this
     * @throws InvalidRequestException if the queue pair was not created with {@link SendOp#TSO}, or
     *     the header is longer than 65535 bytes
     */
    QueuePairEx wrSendTso(ByteBuffer header, int mss);

    /**
     * Begins a work request: {@code ibv_wr_rdma_write(3)}.
     *
     * @param rkey the key, 0..4294967295
     * @param remoteAddr the first byte
     * @return this
     * @throws InvalidRequestException if the queue pair was not created with {@link SendOp#RDMA_WRITE}
     */
    QueuePairEx wrRdmaWrite(long rkey, long remoteAddr);

    /**
     * Begins a work request: {@code ibv_wr_rdma_write_imm(3)}.
     *
     * @param rkey the key, 0..4294967295
     * @param remoteAddr the first byte
     * @param immData 32 bits, which the peer reads as the same number
     * @return this
     * @throws InvalidRequestException if the queue pair was not created with {@link SendOp#RDMA_WRITE_WITH_IMM}
     */
    QueuePairEx wrRdmaWriteImm(long rkey, long remoteAddr, int immData);

    /**
     * Begins a work request: {@code ibv_wr_rdma_read(3)}.
     *
     * @param rkey the key, 0..4294967295
     * @param remoteAddr the first byte
     * @return this
     * @throws InvalidRequestException if the queue pair was not created with {@link SendOp#RDMA_READ}
     */
    QueuePairEx wrRdmaRead(long rkey, long remoteAddr);

    /**
     * Begins a work request: {@code ibv_wr_atomic_cmp_swp(3)}.
     *
     * @param rkey the key, 0..4294967295
     * @param remoteAddr the first byte, a multiple of 8
     * @param compare what is expected
     * @param swap what replaces it
     * @return this
     * @throws InvalidRequestException if the queue pair was not created with {@link SendOp#ATOMIC_CMP_AND_SWP}
     */
    QueuePairEx wrAtomicCmpSwp(long rkey, long remoteAddr, long compare, long swap);

    /**
     * Begins a work request: {@code ibv_wr_atomic_fetch_add(3)}.
     *
     * @param rkey the key, 0..4294967295
     * @param remoteAddr the first byte, a multiple of 8
     * @param add what is added
     * @return this
     * @throws InvalidRequestException if the queue pair was not created with {@link SendOp#ATOMIC_FETCH_AND_ADD}
     */
    QueuePairEx wrAtomicFetchAdd(long rkey, long remoteAddr, long add);

    /**
     * Begins a work request: {@code ibv_wr_atomic_write(3)}.
     *
     * @param rkey the key, 0..4294967295
     * @param remoteAddr the first byte, a multiple of 8
     * @param value the 64 bits, as they lie in memory in the processor's byte order
     * @return this
     * @throws InvalidRequestException if the queue pair was not created with {@link SendOp#ATOMIC_WRITE}
     */
    QueuePairEx wrAtomicWrite(long rkey, long remoteAddr, long value);

    /**
     * Begins a work request: {@code ibv_wr_flush(3)}.
     *
     * @param rkey the key, 0..4294967295
     * @param remoteAddr the first byte
     * @param length number of bytes
     * @param placement what is reached: 1 global visibility, 2 persistence, or both ({@code enum ibv_placement_type})
     * @param selectivity what is flushed: 0 the range, 1 the whole region ({@code enum ibv_selectivity_level})
     * @return this
     * @throws InvalidRequestException if the queue pair was not created with {@link SendOp#FLUSH}
     */
    QueuePairEx wrFlush(long rkey, long remoteAddr, long length, int placement, int selectivity);

    /**
     * Begins a work request: {@code ibv_wr_local_inv(3)}. {@link SendWr#localInv} says what to avoid.
     *
     * @param invalidateRkey the key to invalidate, 0..4294967295
     * @return this
     * @throws InvalidRequestException if the queue pair was not created with {@link SendOp#LOCAL_INV}
     */
    QueuePairEx wrLocalInv(long invalidateRkey);

    /**
     * Begins a work request: {@code ibv_wr_bind_mw(3)}. The rules of {@link SendWr#bindMw} apply.
     *
     * @param mw the window, of type 2
     * @param rkey its new key, see {@link MemoryWindow#nextRkey}
     * @param bindInfo what it opens
     * @return this
     * @throws InvalidRequestException if the queue pair was not created with {@link SendOp#BIND_MW}, or
     *     an object is closed or of another device context
     */
    QueuePairEx wrBindMw(MemoryWindow mw, long rkey, MwBindInfo bindInfo);

    /**
     * Finishes a work request with one scatter/gather element: {@code ibv_wr_set_sge(3)}.
     *
     * @param lkey the key, 0..4294967295
     * @param addr the first byte
     * @param length number of bytes, 0..4294967295
     * @return this
     * @throws InvalidRequestException on a raw packet queue pair: its driver reads headers by the processor, so that
     *     the memory has to be known, see {@link #wrSetSge(MemoryRegion, long, long)}
     */
    QueuePairEx wrSetSge(long lkey, long addr, long length);

    /**
     * Finishes a work request with a part of a region.
     *
     * @param mr the region
     * @param offset the first byte, counted from the start of the region
     * @param length number of bytes, 0..4294967295
     * @return this
     * @throws InvalidRequestException if the part does not lie in the region, or the region is closed or of another
     *     device context
     */
    QueuePairEx wrSetSge(MemoryRegion mr, long offset, long length);

    /**
     * Finishes a work request with the scatter/gather elements of another one: {@code ibv_wr_set_sge_list(3)}.
     *
     * @param elements a work request of a batch, of which nothing else counts
     * @return this
     * @throws InvalidRequestException if it has inline data, or on a raw packet queue pair elements by address
     * @throws IllegalStateException if another thread owns the batch of the work request
     */
    QueuePairEx wrSetSgeList(SendWr elements);

    /**
     * Finishes a work request with data that is copied now: {@code ibv_wr_set_inline_data(3)}.
     *
     * @param data from its position to its limit, which stay as they are; direct or not
     * @return this
     * @throws InvalidRequestException if there are more than 65536 bytes; more than granted is refused by
     *     {@link #wrComplete}
     */
    QueuePairEx wrSetInlineData(ByteBuffer data);

    /**
     * Finishes a work request with data of several places: {@code ibv_wr_set_inline_data_list(3)}.
     *
     * @param data the parts, in order; read once, before anything else happens
     * @return this
     * @throws InvalidRequestException if there are more than 65536 bytes
     */
    QueuePairEx wrSetInlineDataList(List<ByteBuffer> data);

    /**
     * Gives a datagram its receiver: {@code ibv_wr_set_ud_addr(3)}.
     *
     * @param ah the address
     * @param remoteQpn the number of the receiver's queue pair, 24 bits
     * @param remoteQkey its Q_Key
     * @return this
     * @throws InvalidRequestException if the address is closed or of another device context, or the queue pair not of
     *     datagrams
     */
    QueuePairEx wrSetUdAddr(AddressHandle ah, long remoteQpn, long remoteQkey);

    /**
     * Gives an XRC message the shared receive queue that takes it: {@code ibv_wr_set_xrc_srqn(3)}.
     *
     * @param remoteSrqn its number, 0..4294967295
     * @return this
     * @throws InvalidRequestException if the queue pair is not an XRC sender
     */
    QueuePairEx wrSetXrcSrqn(long remoteSrqn);
}
