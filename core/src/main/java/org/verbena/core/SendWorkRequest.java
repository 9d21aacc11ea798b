// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import static org.verbena.spi.work.SendWrLayout.ATOMIC_COMPARE_ADD;
import static org.verbena.spi.work.SendWrLayout.ATOMIC_REMOTE_ADDR;
import static org.verbena.spi.work.SendWrLayout.ATOMIC_RKEY;
import static org.verbena.spi.work.SendWrLayout.ATOMIC_SWAP;
import static org.verbena.spi.work.SendWrLayout.BIND_INFO_ACCESS;
import static org.verbena.spi.work.SendWrLayout.BIND_INFO_ADDR;
import static org.verbena.spi.work.SendWrLayout.BIND_INFO_LENGTH;
import static org.verbena.spi.work.SendWrLayout.BIND_INFO_MR;
import static org.verbena.spi.work.SendWrLayout.BIND_MW_MW;
import static org.verbena.spi.work.SendWrLayout.BIND_MW_RKEY;
import static org.verbena.spi.work.SendWrLayout.IMM_DATA;
import static org.verbena.spi.work.SendWrLayout.INVALIDATE_RKEY;
import static org.verbena.spi.work.SendWrLayout.NEXT;
import static org.verbena.spi.work.SendWrLayout.OPCODE;
import static org.verbena.spi.work.SendWrLayout.RDMA_REMOTE_ADDR;
import static org.verbena.spi.work.SendWrLayout.RDMA_RKEY;
import static org.verbena.spi.work.SendWrLayout.SEND_FLAGS;
import static org.verbena.spi.work.SendWrLayout.SG_LIST;
import static org.verbena.spi.work.SendWrLayout.TSO_HDR;
import static org.verbena.spi.work.SendWrLayout.TSO_HDR_SZ;
import static org.verbena.spi.work.SendWrLayout.TSO_MSS;
import static org.verbena.spi.work.SendWrLayout.UD_AH;
import static org.verbena.spi.work.SendWrLayout.UD_REMOTE_QKEY;
import static org.verbena.spi.work.SendWrLayout.UD_REMOTE_QPN;
import static org.verbena.spi.work.SendWrLayout.WR_ID;
import static org.verbena.spi.work.SendWrLayout.XRC_REMOTE_SRQN;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;
import org.verbena.AddressHandle;
import org.verbena.MemoryRegion;
import org.verbena.MemoryWindow;
import org.verbena.MwBindInfo;
import org.verbena.SendWr;
import org.verbena.attr.Flags;
import org.verbena.attr.SendFlag;
import org.verbena.attr.WrOpcode;
import org.verbena.error.Violation;
import org.verbena.spi.DriverMemory;
import org.verbena.spi.work.SendWrLayout;
import org.verbena.spi.work.SgeLayout;

/**
 * A work request of a send batch. It also holds each object that C dereferences by pointer, and a post checks these
 * objects.
 *
 * <p>A setter clears the object before it writes the fields that share memory with the pointer, and sets the object
 * last. So a setter that fails in between leaves a work request that a post rejects.
 */
final class SendWorkRequest implements SendWr, WorkList.Place {
    private static final String VERB = "ibv_post_send";
    private static final int INLINE = (int) SendFlag.INLINE.mask();
    private static final int UINT16_MAX = 0xFFFF;
    private static final long UINT24_MAX = 0xFF_FFFFL;

    private final ContextHandle context;
    private final BatchOwner owner;
    private final WorkMemory memory;
    private final ByteBuffer bytes;
    private final int wr;
    private final SgeList elements;
    private final ByteBuffer inlineArea;
    private final int inlineOffset;
    private final UncommonOpcodes special;
    private @Nullable AhHandle destination;
    private @Nullable MwHandle window;
    private @Nullable MrHandle opened;
    private boolean hasHeader;

    /**
     * Creates a work request.
     *
     * @param owner the thread that may change the batch
     * @param wr the offset of the struct
     * @param inline the offset of the inline data
     * @param maxInlineData the maximum number of bytes of inline data
     * @param special the record of special work requests in the batch
     */
    SendWorkRequest(
            ContextHandle context,
            BatchOwner owner,
            WorkMemory memory,
            int wr,
            SgeList elements,
            int inline,
            int maxInlineData,
            UncommonOpcodes special) {
        this.context = context;
        this.owner = owner;
        this.memory = memory;
        this.bytes = memory.bytes();
        this.wr = wr;
        this.elements = elements;
        this.inlineArea = memory.part(inline, maxInlineData);
        this.inlineOffset = inline;
        this.special = special;
    }

    /** Writes an unsignaled send without data. */
    @Override
    public void reset() {
        for (int offset = 0; offset < SendWrLayout.SIZE; offset += Long.BYTES) {
            bytes.putLong(wr + offset, 0);
        }
        destination = null;
        window = null;
        opened = null;
        hasHeader = false;
        elements.clear();
        bytes.putLong(wr + SG_LIST, elements.address());
        send();
    }

    /** Checks that the current thread may change and post the batch. */
    void requireOwner() {
        owner.require();
    }

    boolean belongsTo(Handle handle) {
        return context == handle.owner();
    }

    DriverMemory memory() {
        return memory.memory();
    }

    SgeList elements() {
        return elements;
    }

    boolean isInline() {
        return (bytes.getInt(wr + SEND_FLAGS) & INLINE) != 0;
    }

    int inlineBytes() {
        return isInline() ? bytes.getInt(elements.offset() + SgeLayout.LENGTH) : 0;
    }

    int opcode() {
        return bytes.getInt(wr + OPCODE);
    }

    @Override
    public void next(long address) {
        bytes.putLong(wr + NEXT, address);
    }

    /** Returns whether {@link #tso} has been called, and no later call has overwritten its fields. */
    boolean hasHeader() {
        return hasHeader;
    }

    @Nullable
    AhHandle destination() {
        return destination;
    }

    @Nullable
    MwHandle window() {
        return window;
    }

    /** Records in the window that the bind has been posted, if this work request is a bind. */
    void noteBind() {
        MwHandle bound = window;
        if (bound != null && opcode() == WrOpcode.BIND_MW.value()) {
            bound.bound(bytes.getInt(wr + BIND_MW_RKEY));
        }
    }

    @Nullable
    MrHandle opened() {
        return opened;
    }

    @Override
    public SendWr wrId(long wrId) {
        owner.require();
        bytes.putLong(wr + WR_ID, wrId);
        return this;
    }

    @Override
    public SendWr flags(Flags<SendFlag> flags) {
        owner.require();
        RequestChecks.mask32(VERB, context, "send_flags", flags);
        int kept = bytes.getInt(wr + SEND_FLAGS) & INLINE;
        bytes.putInt(wr + SEND_FLAGS, ((int) flags.mask() & ~INLINE) | kept);
        return this;
    }

    @Override
    public SendWr signaled() {
        return flag(SendFlag.SIGNALED);
    }

    @Override
    public SendWr solicited() {
        return flag(SendFlag.SOLICITED);
    }

    @Override
    public SendWr fence() {
        return flag(SendFlag.FENCE);
    }

    @Override
    public SendWr ipCsum() {
        return flag(SendFlag.IP_CSUM);
    }

    private SendWr flag(SendFlag flag) {
        owner.require();
        bytes.putInt(wr + SEND_FLAGS, bytes.getInt(wr + SEND_FLAGS) | (int) flag.mask());
        return this;
    }

    // ---------------------------------------------------------------- operations

    @Override
    public SendWr send() {
        return operation(WrOpcode.SEND);
    }

    @Override
    public SendWr sendImm(int immData) {
        owner.require();
        bigEndian(IMM_DATA, immData);
        return operation(WrOpcode.SEND_WITH_IMM);
    }

    @Override
    public SendWr sendInv(long invalidateRkey) {
        owner.require();
        put32(INVALIDATE_RKEY, "invalidate_rkey", invalidateRkey);
        return operation(WrOpcode.SEND_WITH_INV);
    }

    @Override
    public SendWr write(long remoteAddr, long rkey) {
        return remote(WrOpcode.RDMA_WRITE, remoteAddr, rkey);
    }

    @Override
    public SendWr writeImm(long remoteAddr, long rkey, int immData) {
        SendWr written = remote(WrOpcode.RDMA_WRITE_WITH_IMM, remoteAddr, rkey);
        bigEndian(IMM_DATA, immData);
        return written;
    }

    @Override
    public SendWr read(long remoteAddr, long rkey) {
        return remote(WrOpcode.RDMA_READ, remoteAddr, rkey);
    }

    private SendWr remote(WrOpcode code, long remoteAddr, long rkey) {
        owner.require();
        RequestChecks.uint32(VERB, context, "rkey", rkey);
        destination = null;
        bytes.putInt(wr + RDMA_RKEY, (int) rkey);
        bytes.putLong(wr + RDMA_REMOTE_ADDR, remoteAddr);
        return operation(code);
    }

    @Override
    public SendWr compareSwap(long remoteAddr, long rkey, long compare, long swap) {
        SendWr written = atomic(WrOpcode.ATOMIC_CMP_AND_SWP, remoteAddr, rkey, compare);
        bytes.putLong(wr + ATOMIC_SWAP, swap);
        return written;
    }

    @Override
    public SendWr fetchAdd(long remoteAddr, long rkey, long add) {
        return atomic(WrOpcode.ATOMIC_FETCH_AND_ADD, remoteAddr, rkey, add);
    }

    private SendWr atomic(WrOpcode code, long remoteAddr, long rkey, long compareAdd) {
        owner.require();
        RequestChecks.uint32(VERB, context, "rkey", rkey);
        destination = null;
        bytes.putInt(wr + ATOMIC_RKEY, (int) rkey);
        bytes.putLong(wr + ATOMIC_REMOTE_ADDR, remoteAddr);
        bytes.putLong(wr + ATOMIC_COMPARE_ADD, compareAdd);
        return operation(code);
    }

    @Override
    public SendWr localInv(long invalidateRkey) {
        owner.require();
        put32(INVALIDATE_RKEY, "invalidate_rkey", invalidateRkey);
        return operation(WrOpcode.LOCAL_INV);
    }

    @Override
    public SendWr bindMw(MemoryWindow mw, long rkey, MwBindInfo bindInfo) {
        owner.require();
        MwHandle handle = MwChecks.window(VERB, context, mw);
        MrHandle region = MwChecks.region(VERB, context, bindInfo);
        RequestChecks.uint32(VERB, context, "rkey", rkey);
        window = null;
        opened = null;
        hasHeader = false;
        bytes.putInt(wr + BIND_MW_RKEY, (int) rkey);
        bytes.putLong(wr + BIND_MW_MW, handle.reference());
        bytes.putLong(wr + BIND_INFO_MR, region.reference());
        bytes.putLong(wr + BIND_INFO_ADDR, bindInfo.addr());
        bytes.putLong(wr + BIND_INFO_LENGTH, bindInfo.length());
        bytes.putInt(wr + BIND_INFO_ACCESS, (int) bindInfo.access().mask());
        handle.markReferenced();
        region.markReferenced();
        window = handle;
        opened = region;
        return operation(WrOpcode.BIND_MW);
    }

    @Override
    public SendWr tso(ByteBuffer header, int mss) {
        owner.require();
        RequestChecks.range(VERB, context, "mss", mss, UINT16_MAX, "the C field is a uint16_t");
        requireNotInline();
        int position = header.position();
        int length = header.limit() - position;
        requireInlineLength("tso.hdr_sz", length);
        window = null;
        hasHeader = false;
        inlineArea.put(0, header, position, length);
        bytes.putLong(wr + TSO_HDR, memory.address(inlineOffset));
        bytes.putShort(wr + TSO_HDR_SZ, (short) length);
        bytes.putShort(wr + TSO_MSS, (short) mss);
        hasHeader = true;
        return operation(WrOpcode.TSO);
    }

    @Override
    public SendWr opcodeCode(int code) {
        owner.require();
        special.note(code);
        bytes.putInt(wr + OPCODE, code);
        return this;
    }

    private SendWr operation(WrOpcode code) {
        return opcodeCode(code.value());
    }

    // ---------------------------------------------------------------- data

    @Override
    public SendWr noData() {
        owner.require();
        notInline();
        elements.clear();
        return this;
    }

    @Override
    public SendWr sge(long addr, long length, long lkey) {
        owner.require();
        requireNotInline();
        elements.add(addr, length, lkey);
        return this;
    }

    @Override
    public SendWr sge(MemoryRegion mr, long offset, long length) {
        owner.require();
        requireNotInline();
        elements.add(mr, offset, length);
        return this;
    }

    @Override
    public SendWr setSge(int index, long addr, long length, long lkey) {
        owner.require();
        requireNotInline();
        elements.set(index, addr, length, lkey);
        return this;
    }

    @Override
    public int numSge() {
        return elements.count();
    }

    @Override
    public SendWr inlineData(ByteBuffer data) {
        owner.require();
        int position = data.position();
        int length = data.limit() - position;
        requireInlineLength("inline data", length);
        requireNoHeader();
        inlineArea.put(0, data, position, length);
        return inlineLength(length);
    }

    @Override
    public SendWr inlineLength(int length) {
        owner.require();
        requireInlineLength("inline data", length);
        requireNoHeader();
        elements.inline(memory.address(inlineOffset), length);
        bytes.putInt(wr + SEND_FLAGS, bytes.getInt(wr + SEND_FLAGS) | INLINE);
        return this;
    }

    @Override
    public ByteBuffer inlineArea() {
        return inlineArea;
    }

    private void notInline() {
        bytes.putInt(wr + SEND_FLAGS, bytes.getInt(wr + SEND_FLAGS) & ~INLINE);
    }

    /**
     * Rejects elements with inline data. C would copy from every element with the processor, even from an invalid
     * address.
     */
    private void requireNotInline() {
        if (isInline()) {
            throw RequestChecks.refuse(
                    VERB,
                    context,
                    new Violation(
                            "sg_list",
                            "an element",
                            "no element, or noData() first",
                            "a work request has either inline data or elements",
                            "ibv_post_send(3): IBV_SEND_INLINE"));
        }
    }

    private void requireNoHeader() {
        if (opcode() == WrOpcode.TSO.value()) {
            throw RequestChecks.refuse(
                    VERB,
                    context,
                    new Violation(
                            "inline data",
                            "some",
                            "none",
                            "the header of a large send occupies the inline area",
                            "Verbena"));
        }
    }

    private void requireInlineLength(String attribute, int length) {
        if (length < 0 || length > inlineArea.capacity()) {
            throw RequestChecks.refuse(
                    VERB,
                    context,
                    new Violation(
                            attribute,
                            Integer.toString(length),
                            "0.." + inlineArea.capacity(),
                            "the limit is maxInlineData of the batch",
                            "Verbena"));
        }
    }

    // ---------------------------------------------------------------- destination

    @Override
    public SendWr to(AddressHandle ah, long remoteQpn, long remoteQkey) {
        owner.require();
        AhHandle address = AhChecks.address(VERB, context, ah);
        RequestChecks.range(VERB, context, "remote_qpn", remoteQpn, UINT24_MAX, "a queue pair number has 24 bits");
        RequestChecks.uint32(VERB, context, "remote_qkey", remoteQkey);
        destination = null;
        bytes.putInt(wr + UD_REMOTE_QKEY, (int) remoteQkey);
        bytes.putInt(wr + UD_REMOTE_QPN, (int) remoteQpn);
        bytes.putLong(wr + UD_AH, address.reference());
        address.markReferenced();
        destination = address;
        return this;
    }

    @Override
    public SendWr remoteSrqn(long remoteSrqn) {
        owner.require();
        put32(XRC_REMOTE_SRQN, "remote_srqn", remoteSrqn);
        return this;
    }

    private void put32(int offset, String attribute, long value) {
        RequestChecks.uint32(VERB, context, attribute, value);
        bytes.putInt(wr + offset, (int) value);
    }

    private void bigEndian(int offset, int value) {
        boolean swap = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;
        bytes.putInt(wr + offset, swap ? Integer.reverseBytes(value) : value);
    }
}
