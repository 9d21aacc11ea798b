// SPDX-License-Identifier: Apache-2.0
package org.verbena;

import java.nio.ByteBuffer;
import java.util.List;
import org.osgi.annotation.versioning.ProviderType;
import org.verbena.attr.Flags;
import org.verbena.attr.SendFlag;
import org.verbena.attr.SendOp;
import org.verbena.error.ClosedHandleException;
import org.verbena.error.Errno;
import org.verbena.error.InvalidRequestException;
import org.verbena.error.VerbsException;

/**
 * The send builders ({@code ibv_wr_*}) of a queue pair: {@code struct ibv_qp_ex}. This object is valid as long as its
 * queue pair.
 *
 * <p>{@link #wrStart} opens a list of work requests, and {@link #wrComplete} or {@link #wrAbort} closes it. If a call
 * in between throws, the list fails, because the driver may have seen a part of the work request. Every later call then
 * throws {@link IllegalStateException} with the name of the call that failed, except {@link #wrAbort}, which drops the
 * list. Calls by other threads do not fail the list, nor does a {@link #wrComplete} that finds the last work request
 * unfinished. Data is copied before the driver is called.
 */
@ProviderType
public interface QueuePairEx {
    /** {@return the queue pair, {@code qp_base}} */
    QueuePair queuePair();

    /**
     * Returns the operations that have a builder. The driver determines them by the function pointers that it sets in
     * {@code struct ibv_qp_ex}. rxe provides this interface for every queue pair that {@link DeviceContext#createQpEx}
     * creates; the set is empty if the request contained no send operations.
     *
     * @return the operations
     * @throws ClosedHandleException if the queue pair is closed
     */
    Flags<SendOp> sendOps();

    /**
     * Starts a list of send work requests: {@code ibv_wr_start(3)}. The same thread must make all calls up to
     * {@link #wrComplete} or {@link #wrAbort}. Until then, nothing can be posted to the queue pair by other means, and
     * other threads cannot close it ({@link Errno#EBUSY}). If the same thread closes the queue pair or its context, the
     * list is dropped.
     *
     * <p>A builder begins a work request. Setters finish it: one for the data, if the operation has data, and one for
     * the destination, if the type of the queue pair requires it.
     *
     * @throws IllegalStateException if a list is already open
     * @throws InvalidRequestException if the queue pair has no builders
     */
    void wrStart();

    /**
     * Posts the list: {@code ibv_wr_complete(3)}.
     *
     * @throws IllegalStateException if this thread has not started a list, if the last work request is not finished, or
     *     if the list has failed; the list stays open
     * @throws VerbsException if the driver rejects the list: {@link Errno#ENOMEM} or {@link Errno#ENOSPC} if the queue
     *     is full, {@link Errno#EINVAL} for a state or a work request that it does not accept; no work request is
     *     posted
     */
    void wrComplete();

    /**
     * Drops the list: {@code ibv_wr_abort(3)}.
     *
     * @throws IllegalStateException if this thread has not started a list
     */
    void wrAbort();

    /**
     * Sets the work request ID of the work requests that later calls begin. Their completions return it.
     *
     * @param wrId {@code wr_id}, any 64 bits
     * @return this
     */
    QueuePairEx wrId(long wrId);

    /**
     * Sets the flags of the work requests that later calls begin. {@link SendFlag#INLINE} has no effect here, because
     * the setters of inline data set it.
     *
     * @param flags {@code wr_flags}
     * @return this
     */
    QueuePairEx wrFlags(Flags<SendFlag> flags);

    /**
     * Begins a send: {@code ibv_wr_send(3)}.
     *
     * @return this
     * @throws InvalidRequestException if the queue pair was not created with {@link SendOp#SEND}
     */
    QueuePairEx wrSend();

    /**
     * Begins a send with immediate data: {@code ibv_wr_send_imm(3)}.
     *
     * @param immData the immediate data; the peer reads the same 32-bit number
     * @return this
     * @throws InvalidRequestException if the queue pair was not created with {@link SendOp#SEND_WITH_IMM}
     */
    QueuePairEx wrSendImm(int immData);

    /**
     * Begins a send that invalidates a key of the peer: {@code ibv_wr_send_inv(3)}.
     *
     * @param invalidateRkey the key to invalidate, 0..4294967295
     * @return this
     * @throws InvalidRequestException if the queue pair was not created with {@link SendOp#SEND_WITH_INV}
     */
    QueuePairEx wrSendInv(long invalidateRkey);

    /**
     * Begins a send that the device splits into segments: {@code ibv_wr_send_tso(3)}.
     *
     * @param header the headers at the start of every segment; the content is copied
     * @param mss the payload of a segment in bytes, 1..65535
     * @return this
     * @throws InvalidRequestException if the queue pair was not created with {@link SendOp#TSO}, or if the header is
     *     longer than 65535 bytes
     */
    QueuePairEx wrSendTso(ByteBuffer header, int mss);

    /**
     * Begins an RDMA write: {@code ibv_wr_rdma_write(3)}.
     *
     * @param rkey the remote key, 0..4294967295
     * @param remoteAddr the remote address of the first byte
     * @return this
     * @throws InvalidRequestException if the queue pair was not created with {@link SendOp#RDMA_WRITE}
     */
    QueuePairEx wrRdmaWrite(long rkey, long remoteAddr);

    /**
     * Begins an RDMA write with immediate data: {@code ibv_wr_rdma_write_imm(3)}.
     *
     * @param rkey the remote key, 0..4294967295
     * @param remoteAddr the remote address of the first byte
     * @param immData the immediate data; the peer reads the same 32-bit number
     * @return this
     * @throws InvalidRequestException if the queue pair was not created with {@link SendOp#RDMA_WRITE_WITH_IMM}
     */
    QueuePairEx wrRdmaWriteImm(long rkey, long remoteAddr, int immData);

    /**
     * Begins an RDMA read: {@code ibv_wr_rdma_read(3)}.
     *
     * @param rkey the remote key, 0..4294967295
     * @param remoteAddr the remote address of the first byte
     * @return this
     * @throws InvalidRequestException if the queue pair was not created with {@link SendOp#RDMA_READ}
     */
    QueuePairEx wrRdmaRead(long rkey, long remoteAddr);

    /**
     * Begins an atomic compare and swap: {@code ibv_wr_atomic_cmp_swp(3)}.
     *
     * @param rkey the remote key, 0..4294967295
     * @param remoteAddr the remote address, a multiple of 8
     * @param compare the expected value
     * @param swap the new value
     * @return this
     * @throws InvalidRequestException if the queue pair was not created with {@link SendOp#ATOMIC_CMP_AND_SWP}
     */
    QueuePairEx wrAtomicCmpSwp(long rkey, long remoteAddr, long compare, long swap);

    /**
     * Begins an atomic fetch and add: {@code ibv_wr_atomic_fetch_add(3)}.
     *
     * @param rkey the remote key, 0..4294967295
     * @param remoteAddr the remote address, a multiple of 8
     * @param add the number to add
     * @return this
     * @throws InvalidRequestException if the queue pair was not created with {@link SendOp#ATOMIC_FETCH_AND_ADD}
     */
    QueuePairEx wrAtomicFetchAdd(long rkey, long remoteAddr, long add);

    /**
     * Begins an atomic write: {@code ibv_wr_atomic_write(3)}.
     *
     * @param rkey the remote key, 0..4294967295
     * @param remoteAddr the remote address, a multiple of 8
     * @param value the 64 bits to write; their layout in memory is the native byte order
     * @return this
     * @throws InvalidRequestException if the queue pair was not created with {@link SendOp#ATOMIC_WRITE}
     */
    QueuePairEx wrAtomicWrite(long rkey, long remoteAddr, long value);

    /**
     * Begins an RDMA flush: {@code ibv_wr_flush(3)}.
     *
     * @param rkey the remote key, 0..4294967295
     * @param remoteAddr the remote address of the first byte
     * @param length the number of bytes
     * @param placement the guarantee after the flush: 1 global visibility, 2 persistence, or both
     *     ({@code enum ibv_placement_type})
     * @param selectivity the memory to flush: 0 the range, 1 the whole region ({@code enum ibv_selectivity_level})
     * @return this
     * @throws InvalidRequestException if the queue pair was not created with {@link SendOp#FLUSH}
     */
    QueuePairEx wrFlush(long rkey, long remoteAddr, long length, int placement, int selectivity);

    /**
     * Begins an invalidation of a local key: {@code ibv_wr_local_inv(3)}. The restrictions of {@link SendWr#localInv}
     * apply.
     *
     * @param invalidateRkey the key to invalidate, 0..4294967295
     * @return this
     * @throws InvalidRequestException if the queue pair was not created with {@link SendOp#LOCAL_INV}
     */
    QueuePairEx wrLocalInv(long invalidateRkey);

    /**
     * Begins a bind of a memory window: {@code ibv_wr_bind_mw(3)}. The restrictions of {@link SendWr#bindMw} apply.
     *
     * @param mw the window, of type 2
     * @param rkey the new key of the window, see {@link MemoryWindow#nextRkey}
     * @param bindInfo the memory and the access rights of the window
     * @return this
     * @throws InvalidRequestException if the queue pair was not created with {@link SendOp#BIND_MW}, or if an object is
     *     closed or belongs to another device context
     * @throws VerbsException with {@link Errno#EAGAIN} if libmlx5 may be unable to write a bind at this position of its
     *     send ring; begin the list with the bind, or post another work request first
     */
    QueuePairEx wrBindMw(MemoryWindow mw, long rkey, MwBindInfo bindInfo);

    /**
     * Sets one scatter/gather element as the data of the work request: {@code ibv_wr_set_sge(3)}.
     *
     * @param lkey the local key, 0..4294967295
     * @param addr the address of the first byte
     * @param length the number of bytes, 0..2147483647
     * @return this
     * @throws InvalidRequestException if this is a raw packet queue pair: its driver reads headers with the CPU, so
     *     Verbena must know the memory, see {@link #wrSetSge(MemoryRegion, long, long)}
     */
    QueuePairEx wrSetSge(long lkey, long addr, long length);

    /**
     * Sets a part of a memory region as the data of the work request.
     *
     * @param mr the region
     * @param offset the offset of the first byte from the start of the region
     * @param length the number of bytes, 0..2147483647
     * @return this
     * @throws InvalidRequestException if the part is not within the region, or if the region is closed or belongs to
     *     another device context
     */
    QueuePairEx wrSetSge(MemoryRegion mr, long offset, long length);

    /**
     * Sets the scatter/gather elements of another work request as the data of the work request:
     * {@code ibv_wr_set_sge_list(3)}.
     *
     * @param elements a work request of a batch; only its scatter/gather elements are used
     * @return this
     * @throws InvalidRequestException if {@code elements} has inline data, or if it has elements by address and this is
     *     a raw packet queue pair
     * @throws IllegalStateException if another thread owns the batch of {@code elements}
     */
    QueuePairEx wrSetSgeList(SendWr elements);

    /**
     * Sets inline data as the data of the work request and copies it immediately: {@code ibv_wr_set_inline_data(3)}.
     *
     * @param data a direct or heap buffer with the data from its position to its limit; both stay unchanged
     * @return this
     * @throws InvalidRequestException if there are more than 65536 bytes; {@link #wrComplete} fails if there are more
     *     than the granted {@code max_inline_data}
     */
    QueuePairEx wrSetInlineData(ByteBuffer data);

    /**
     * Sets inline data that consists of several parts as the data of the work request:
     * {@code ibv_wr_set_inline_data_list(3)}.
     *
     * @param data the parts, in order; the list is read once, before any other effect of the call
     * @return this
     * @throws InvalidRequestException if there are more than 65536 bytes
     */
    QueuePairEx wrSetInlineDataList(List<ByteBuffer> data);

    /**
     * Sets the destination of a datagram: {@code ibv_wr_set_ud_addr(3)}.
     *
     * @param ah the address of the receiver
     * @param remoteQpn the queue pair number of the receiver, 24 bits
     * @param remoteQkey the Q_Key of the receiver
     * @return this
     * @throws InvalidRequestException if the address handle is closed or belongs to another device context, or if the
     *     queue pair is not UD
     */
    QueuePairEx wrSetUdAddr(AddressHandle ah, long remoteQpn, long remoteQkey);

    /**
     * Sets the shared receive queue that receives an XRC message: {@code ibv_wr_set_xrc_srqn(3)}.
     *
     * @param remoteSrqn the number of the shared receive queue, 0..4294967295
     * @return this
     * @throws InvalidRequestException if the queue pair is not an XRC initiator
     */
    QueuePairEx wrSetXrcSrqn(long remoteSrqn);
}
