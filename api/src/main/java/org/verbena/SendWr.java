// SPDX-License-Identifier: Apache-2.0
package org.verbena;

import java.nio.ByteBuffer;
import org.osgi.annotation.versioning.ProviderType;
import org.verbena.attr.Flags;
import org.verbena.attr.SendFlag;
import org.verbena.attr.WrOpcode;
import org.verbena.error.Errno;
import org.verbena.error.InvalidRequestException;

/**
 * A send work request of a {@link SendBatch}: {@code struct ibv_send_wr}. Every method that writes changes the memory
 * of the batch directly and leaves the other fields unchanged. An application can therefore change a single field
 * between two posts. Operation methods set the opcode and the fields that belong to it. The data is either a list of
 * scatter/gather elements or inline data.
 *
 * <p>Every method that writes throws {@link IllegalStateException} if another thread owns the batch.
 */
@ProviderType
public interface SendWr {
    /**
     * Sets the work request ID, which the completion returns.
     *
     * @param wrId {@code wr_id}, any 64 bits
     * @return this
     */
    SendWr wrId(long wrId);

    /**
     * Sets the flags, except {@link SendFlag#INLINE}, which depends on the data.
     *
     * @param flags {@code send_flags}
     * @return this
     */
    SendWr flags(Flags<SendFlag> flags);

    /**
     * Adds {@link SendFlag#SIGNALED}.
     *
     * @return this
     */
    SendWr signaled();

    /**
     * Adds {@link SendFlag#SOLICITED}.
     *
     * @return this
     */
    SendWr solicited();

    /**
     * Adds {@link SendFlag#FENCE}.
     *
     * @return this
     */
    SendWr fence();

    /**
     * Adds {@link SendFlag#IP_CSUM}.
     *
     * @return this
     */
    SendWr ipCsum();

    // ---------------------------------------------------------------- operations

    /**
     * Sets the operation to a send: {@link WrOpcode#SEND}.
     *
     * @return this
     */
    SendWr send();

    /**
     * Sets the operation to a send with immediate data: {@link WrOpcode#SEND_WITH_IMM}.
     *
     * @param immData the immediate data; the peer reads the same 32-bit number
     * @return this
     */
    SendWr sendImm(int immData);

    /**
     * Sets the operation to a send that invalidates a key of the peer: {@link WrOpcode#SEND_WITH_INV}.
     *
     * @param invalidateRkey the key to invalidate, 0..4294967295
     * @return this
     */
    SendWr sendInv(long invalidateRkey);

    /**
     * Sets the operation to a write to the peer's memory: {@link WrOpcode#RDMA_WRITE}.
     *
     * @param remoteAddr the remote address of the first byte
     * @param rkey the remote key, 0..4294967295
     * @return this
     */
    SendWr write(long remoteAddr, long rkey);

    /**
     * Sets the operation to a write to the peer's memory that consumes one of the peer's receives:
     * {@link WrOpcode#RDMA_WRITE_WITH_IMM}.
     *
     * @param remoteAddr the remote address of the first byte
     * @param rkey the remote key, 0..4294967295
     * @param immData the immediate data; the peer reads the same 32-bit number
     * @return this
     */
    SendWr writeImm(long remoteAddr, long rkey, int immData);

    /**
     * Sets the operation to a read of the peer's memory: {@link WrOpcode#RDMA_READ}.
     *
     * @param remoteAddr the remote address of the first byte
     * @param rkey the remote key, 0..4294967295
     * @return this
     */
    SendWr read(long remoteAddr, long rkey);

    /**
     * Sets the operation to an atomic compare and swap of 64 bits of the peer's memory:
     * {@link WrOpcode#ATOMIC_CMP_AND_SWP}. The device writes the previous value to the scatter/gather element, which
     * has 8 bytes.
     *
     * @param remoteAddr the remote address, a multiple of 8
     * @param rkey the remote key, 0..4294967295
     * @param compare the expected value
     * @param swap the new value, written if the expected value is found
     * @return this
     */
    SendWr compareSwap(long remoteAddr, long rkey, long compare, long swap);

    /**
     * Sets the operation to an atomic addition to 64 bits of the peer's memory: {@link WrOpcode#ATOMIC_FETCH_AND_ADD}.
     * The device writes the previous value to the scatter/gather element, which has 8 bytes.
     *
     * @param remoteAddr the remote address, a multiple of 8
     * @param rkey the remote key, 0..4294967295
     * @param add the number to add
     * @return this
     */
    SendWr fetchAdd(long remoteAddr, long rkey, long add);

    /**
     * Sets the operation to an invalidation of a key of this device: {@link WrOpcode#LOCAL_INV}.
     *
     * <p>Invalidate a window only while it is bound. In rdma_rxe of Linux 6.12.117, two invalidations of a bound window
     * of type 2 cause a kernel panic. The post rejects a work request with data: call {@link #noData}.
     *
     * @param invalidateRkey the key to invalidate, 0..4294967295
     * @return this
     */
    SendWr localInv(long invalidateRkey);

    /**
     * Sets the operation to a bind of a memory window of type 2: {@link WrOpcode#BIND_MW}.
     *
     * <p>Bind a window only once in a list: rdma_rxe takes the old key from {@link MemoryWindow#rkey}, which changes
     * when the post returns. Invalidate a window before you destroy the queue pair that bound it: otherwise the destroy
     * takes 50 seconds on rdma_rxe of Linux 6.12.117.
     *
     * <p>The post rejects a work request with data: call {@link #noData}. libmlx5 cannot write a bind at one position
     * of its send ring. The post rejects a bind there with {@link Errno#EAGAIN}; it succeeds after another work
     * request.
     *
     * @param mw the window
     * @param rkey the new key of the window: the current key with another low byte, see {@link MemoryWindow#nextRkey}
     * @param bindInfo the memory and the access rights of the window; a length of 0 unbinds it
     * @return this
     * @throws InvalidRequestException if the window or the region belongs to another device context
     */
    SendWr bindMw(MemoryWindow mw, long rkey, MwBindInfo bindInfo);

    /**
     * Sets the operation to a send of a packet larger than the MTU, which the device splits into segments:
     * {@link WrOpcode#TSO}.
     *
     * @param header the headers at the start of every segment; the content is copied
     * @param mss the payload of a segment in bytes, 1..65535
     * @return this
     * @throws InvalidRequestException if the header is longer than {@link SendBatch#maxInlineData()}, if {@code mss} is
     *     out of range, or if the work request has inline data
     */
    SendWr tso(ByteBuffer header, int mss);

    /**
     * Sets only the opcode, which may be a value without a constant.
     *
     * @param code {@code opcode} as in verbs.h
     * @return this
     */
    SendWr opcodeCode(int code);

    // ---------------------------------------------------------------- data

    /**
     * Removes the data, so that the message is empty.
     *
     * @return this
     */
    SendWr noData();

    /**
     * Appends a scatter/gather element by address. The device checks it when it executes the work request.
     *
     * @param addr the address of the first byte
     * @param length the number of bytes, 0..2147483647
     * @param lkey the local key, 0..4294967295
     * @return this
     * @throws InvalidRequestException if the length or the key is out of range, or if the work request has inline data
     *     or already {@link SendBatch#maxSge()} elements
     */
    SendWr sge(long addr, long length, long lkey);

    /**
     * Appends a scatter/gather element for a part of a memory region.
     *
     * @param mr the region
     * @param offset the offset of the first byte from the start of the region
     * @param length the number of bytes
     * @return this
     * @throws InvalidRequestException if the part is not within the region, if the region is closed or belongs to
     *     another device context, or if the work request has inline data or already {@link SendBatch#maxSge()}
     *     elements
     */
    SendWr sge(MemoryRegion mr, long offset, long length);

    /**
     * Appends a scatter/gather element for a whole memory region of at most 4294967295 bytes.
     *
     * @param mr the region
     * @return this
     * @throws InvalidRequestException as for {@link #sge(MemoryRegion, long, long)}
     */
    default SendWr sge(MemoryRegion mr) {
        return sge(mr, 0, mr.length());
    }

    /**
     * Replaces a scatter/gather element.
     *
     * @param index the index of the element, 0..{@link #numSge()} - 1
     * @param addr the address of the first byte
     * @param length the number of bytes, 0..2147483647
     * @param lkey the local key, 0..4294967295
     * @return this
     * @throws IndexOutOfBoundsException if the index is out of range
     * @throws InvalidRequestException if the length or the key is out of range, or if the work request has inline data
     */
    SendWr setSge(int index, long addr, long length, long lkey);

    /** {@return the number of scatter/gather elements, {@code num_sge}} */
    int numSge();

    /**
     * Sets inline data and {@link SendFlag#INLINE}. The data is copied immediately and needs no memory region. The
     * caller may change the buffer when this method returns.
     *
     * <p>The post rejects inline data of an atomic operation, a bind or a local invalidation.
     *
     * @param data a direct or heap buffer with the data from its position to its limit; both stay unchanged
     * @return this
     * @throws InvalidRequestException if the data is longer than {@link SendBatch#maxInlineData()}, or if the operation
     *     is {@link WrOpcode#TSO}
     */
    SendWr inlineData(ByteBuffer data);

    /**
     * Sets the first bytes of {@link #inlineArea()}, with their current content, as inline data.
     *
     * @param length the number of bytes from the start of the area
     * @return this
     * @throws InvalidRequestException if the length exceeds the area, or if the operation is {@link WrOpcode#TSO}
     */
    SendWr inlineLength(int length);

    /**
     * Returns the memory of the inline data, so that the caller can write it in place.
     *
     * @return a buffer of {@link SendBatch#maxInlineData()} bytes in native byte order; always the same object
     */
    ByteBuffer inlineArea();

    // ---------------------------------------------------------------- destination

    /**
     * Sets the destination of an unreliable datagram.
     *
     * @param ah the address of the receiver
     * @param remoteQpn the queue pair number of the receiver, 24 bits
     * @param remoteQkey the Q_Key of the receiver; if bit 31 is set, the Q_Key of the sending queue pair is used
     * @return this
     * @throws InvalidRequestException if the address handle is closed or belongs to another device context
     */
    SendWr to(AddressHandle ah, long remoteQpn, long remoteQkey);

    /**
     * Sets the shared receive queue that receives an XRC message.
     *
     * @param remoteSrqn the number of the shared receive queue, 0..4294967295
     * @return this
     */
    SendWr remoteSrqn(long remoteSrqn);
}
