package org.verbena;

import java.nio.ByteBuffer;
import org.osgi.annotation.versioning.ProviderType;

/**
 * A send work request of a {@link SendBatch}: {@code struct ibv_send_wr}. Every method writes through to the memory of
 * the batch and leaves the other fields alone, so that one field can be changed between two posts. Operations set the
 * opcode and what belongs to it; data is either a list of scatter/gather elements or inline data.
 *
 * <p>Every method that writes throws {@link IllegalStateException} if another thread owns the batch.
 */
@ProviderType
public interface SendWr {
    /**
     * The number that comes back in the completion.
     *
     * @param wrId {@code wr_id}, any 64 bits
     * @return this
     */
    SendWr wrId(long wrId);

    /**
     * Sets the flags; {@link SendFlag#INLINE} stays as the data is.
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
     * Sends a message: {@link WrOpcode#SEND}.
     *
     * @return this
     */
    SendWr send();

    /**
     * Sends a message with immediate data: {@link WrOpcode#SEND_WITH_IMM}.
     *
     * @param immData 32 bits, which the peer reads as the same number
     * @return this
     */
    SendWr sendImm(int immData);

    /**
     * Sends a message that invalidates a key of the peer: {@link WrOpcode#SEND_WITH_INV}.
     *
     * @param invalidateRkey the key, 0..4294967295
     * @return this
     */
    SendWr sendInv(long invalidateRkey);

    /**
     * Writes to the peer's memory: {@link WrOpcode#RDMA_WRITE}.
     *
     * @param remoteAddr the first byte
     * @param rkey the key, 0..4294967295
     * @return this
     */
    SendWr write(long remoteAddr, long rkey);

    /**
     * Writes to the peer's memory and consumes one of its receives: {@link WrOpcode#RDMA_WRITE_WITH_IMM}.
     *
     * @param remoteAddr the first byte
     * @param rkey the key, 0..4294967295
     * @param immData 32 bits, which the peer reads as the same number
     * @return this
     */
    SendWr writeImm(long remoteAddr, long rkey, int immData);

    /**
     * Reads the peer's memory: {@link WrOpcode#RDMA_READ}.
     *
     * @param remoteAddr the first byte
     * @param rkey the key, 0..4294967295
     * @return this
     */
    SendWr read(long remoteAddr, long rkey);

    /**
     * Compares 64 bits of the peer's memory and replaces them if equal: {@link WrOpcode#ATOMIC_CMP_AND_SWP}. What was
     * there before is written to the scatter/gather element of 8 bytes.
     *
     * @param remoteAddr the first byte, a multiple of 8
     * @param rkey the key, 0..4294967295
     * @param compare what is expected
     * @param swap what replaces it
     * @return this
     */
    SendWr compareSwap(long remoteAddr, long rkey, long compare, long swap);

    /**
     * Adds to 64 bits of the peer's memory: {@link WrOpcode#ATOMIC_FETCH_AND_ADD}. What was there before is written to
     * the scatter/gather element of 8 bytes.
     *
     * @param remoteAddr the first byte, a multiple of 8
     * @param rkey the key, 0..4294967295
     * @param add what is added
     * @return this
     */
    SendWr fetchAdd(long remoteAddr, long rkey, long add);

    /**
     * Invalidates a key of this device: {@link WrOpcode#LOCAL_INV}.
     *
     * <p>Invalidate a window only while it is bound: two invalidations of a bound window of type 2 panic rdma_rxe of
     * Linux 6.12.117.
     *
     * @param invalidateRkey the key, 0..4294967295
     * @return this
     */
    SendWr localInv(long invalidateRkey);

    /**
     * Binds a memory window of type 2: {@link WrOpcode#BIND_MW}.
     *
     * <p>One list binds a window once. rdma_rxe takes the old key from {@link MemoryWindow#rkey}, which changes when the
     * post returns. Invalidate a window before you destroy the queue pair that bound it: the destroy takes 50 seconds
     * otherwise on rdma_rxe of Linux 6.12.117.
     *
     * @param mw the window
     * @param rkey the window's new key: its present one with another low byte, see {@link MemoryWindow#nextRkey}
     * @param bindInfo what it opens; a length of 0 unbinds it
     * @return this
     * @throws InvalidRequestException if the window or the region is of another device context
     */
    SendWr bindMw(MemoryWindow mw, long rkey, MwBindInfo bindInfo);

    /**
     * Sends a packet larger than the MTU, which the device cuts into segments: {@link WrOpcode#TSO}.
     *
     * @param header the headers that every segment begins with; its content is copied
     * @param mss the payload of a segment in bytes, 1..65535
     * @return this
     * @throws InvalidRequestException if the header is longer than {@link SendBatch#maxInlineData()}
     */
    SendWr tso(ByteBuffer header, int mss);

    /**
     * Sets the opcode alone, also to a number without a constant.
     *
     * @param code {@code opcode} as in verbs.h
     * @return this
     */
    SendWr opcodeCode(int code);

    // ---------------------------------------------------------------- data

    /**
     * Removes the data: the message is empty.
     *
     * @return this
     */
    SendWr noData();

    /**
     * Appends a scatter/gather element by address. The device checks it when the work request is carried out.
     *
     * @param addr the first byte
     * @param length number of bytes, 0..4294967295
     * @param lkey the key, 0..4294967295
     * @return this
     * @throws InvalidRequestException beyond {@link SendBatch#maxSge()} elements
     */
    SendWr sge(long addr, long length, long lkey);

    /**
     * Appends a part of a region.
     *
     * @param mr the region
     * @param offset the first byte, counted from the start of the region
     * @param length number of bytes
     * @return this
     * @throws InvalidRequestException if the part does not lie in the region, the region is closed or of another device
     *     context, or beyond {@link SendBatch#maxSge()} elements
     */
    SendWr sge(MemoryRegion mr, long offset, long length);

    /**
     * Appends a region as a whole, of at most 4294967295 bytes.
     *
     * @param mr the region
     * @return this
     * @throws InvalidRequestException as for a part
     */
    default SendWr sge(MemoryRegion mr) {
        return sge(mr, 0, mr.length());
    }

    /**
     * Replaces a scatter/gather element.
     *
     * @param index which one, 0..{@link #numSge()} - 1
     * @param addr the first byte
     * @param length number of bytes, 0..4294967295
     * @param lkey the key, 0..4294967295
     * @return this
     * @throws IndexOutOfBoundsException if there is none
     */
    SendWr setSge(int index, long addr, long length, long lkey);

    /**
     * The number of scatter/gather elements.
     *
     * @return {@code num_sge}
     */
    int numSge();

    /**
     * Gives the data inline: it is copied now, needs no region, and may be changed at once. {@link SendFlag#INLINE} is
     * set.
     *
     * @param data from its position to its limit, which stay as they are; direct or not
     * @return this
     * @throws InvalidRequestException if longer than {@link SendBatch#maxInlineData()}
     */
    SendWr inlineData(ByteBuffer data);

    /**
     * Gives as many bytes of {@link #inlineArea()} as they are, inline.
     *
     * @param length number of bytes from the start of the area
     * @return this
     * @throws InvalidRequestException if longer than the area
     */
    SendWr inlineLength(int length);

    /**
     * Where inline data lies, to write it in place.
     *
     * @return a buffer in the processor's byte order, {@link SendBatch#maxInlineData()} bytes; always the same object
     */
    ByteBuffer inlineArea();

    // ---------------------------------------------------------------- whereto

    /**
     * The receiver of an unreliable datagram.
     *
     * @param ah its address
     * @param remoteQpn the number of its queue pair, 24 bits
     * @param remoteQkey its Q_Key; with bit 31 the one of the sending queue pair is used
     * @return this
     * @throws InvalidRequestException if the address is closed or of another device context
     */
    SendWr to(AddressHandle ah, long remoteQpn, long remoteQkey);

    /**
     * The shared receive queue that takes an XRC message.
     *
     * @param remoteSrqn its number, 0..4294967295
     * @return this
     */
    SendWr remoteSrqn(long remoteSrqn);
}
