// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.traffic;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.verbena.AddressHandle;
import org.verbena.DeviceContext;
import org.verbena.MemoryRegion;
import org.verbena.MemoryWindow;
import org.verbena.MwBindInfo;
import org.verbena.QueuePairEx;
import org.verbena.SendBatch;
import org.verbena.SendWr;
import org.verbena.attr.Flags;
import org.verbena.attr.SendFlag;

/**
 * A send work request that works with a batch and with send builders, so that a behaviour supports both. It is signaled
 * by default. Mutable.
 */
public final class WorkRequest {
    /** A data element, for batches and for builders. */
    private record Element(Consumer<SendWr> inBatch, Consumer<QueuePairEx> byBuilder) {}

    private final Consumer<SendWr> inBatch;
    private final Consumer<QueuePairEx> byBuilder;
    private final boolean carriesData;
    private final List<Element> elements = new ArrayList<>();
    private Consumer<SendWr> destinationInBatch = wr -> {};
    private Consumer<QueuePairEx> destinationByBuilder = qp -> {};
    private Flags<SendFlag> flags = Flags.of(SendFlag.SIGNALED);
    private byte @Nullable [] inlineData;
    private long wrId;

    private WorkRequest(Consumer<SendWr> inBatch, Consumer<QueuePairEx> byBuilder, boolean carriesData) {
        this.inBatch = inBatch;
        this.byBuilder = byBuilder;
        this.carriesData = carriesData;
    }

    private static WorkRequest withData(Consumer<SendWr> inBatch, Consumer<QueuePairEx> byBuilder) {
        return new WorkRequest(inBatch, byBuilder, true);
    }

    /**
     * Creates a send.
     *
     * @return the request
     */
    public static WorkRequest send() {
        return withData(SendWr::send, QueuePairEx::wrSend);
    }

    /**
     * Creates a send with immediate data.
     *
     * @param immData the immediate data
     * @return the request
     */
    public static WorkRequest sendImm(int immData) {
        return withData(wr -> wr.sendImm(immData), qp -> qp.wrSendImm(immData));
    }

    /**
     * Creates a send that invalidates a key of the peer.
     *
     * @param rkey the key
     * @return the request
     */
    public static WorkRequest sendInv(long rkey) {
        return withData(wr -> wr.sendInv(rkey), qp -> qp.wrSendInv(rkey));
    }

    /**
     * Creates a write.
     *
     * @param addr the peer's address
     * @param rkey its key
     * @return the request
     */
    public static WorkRequest write(long addr, long rkey) {
        return withData(wr -> wr.write(addr, rkey), qp -> qp.wrRdmaWrite(rkey, addr));
    }

    /**
     * Creates a write with immediate data.
     *
     * @param addr the peer's address
     * @param rkey its key
     * @param immData the immediate data
     * @return the request
     */
    public static WorkRequest writeImm(long addr, long rkey, int immData) {
        return withData(wr -> wr.writeImm(addr, rkey, immData), qp -> qp.wrRdmaWriteImm(rkey, addr, immData));
    }

    /**
     * Creates a read.
     *
     * @param addr the peer's address
     * @param rkey its key
     * @return the request
     */
    public static WorkRequest read(long addr, long rkey) {
        return withData(wr -> wr.read(addr, rkey), qp -> qp.wrRdmaRead(rkey, addr));
    }

    /**
     * Creates a compare and swap.
     *
     * @param addr the peer's address
     * @param rkey its key
     * @param compare the expected value
     * @param swap the new value
     * @return the request
     */
    public static WorkRequest compareSwap(long addr, long rkey, long compare, long swap) {
        return withData(
                wr -> wr.compareSwap(addr, rkey, compare, swap), qp -> qp.wrAtomicCmpSwp(rkey, addr, compare, swap));
    }

    /**
     * Creates a fetch and add.
     *
     * @param addr the peer's address
     * @param rkey its key
     * @param add the value to add
     * @return the request
     */
    public static WorkRequest fetchAdd(long addr, long rkey, long add) {
        return withData(wr -> wr.fetchAdd(addr, rkey, add), qp -> qp.wrAtomicFetchAdd(rkey, addr, add));
    }

    /**
     * Creates an invalidation of a local key.
     *
     * @param rkey the key
     * @return the request
     */
    public static WorkRequest localInv(long rkey) {
        return new WorkRequest(wr -> wr.localInv(rkey), qp -> qp.wrLocalInv(rkey), false);
    }

    /**
     * Creates a bind of a type 2 memory window.
     *
     * @param mw the memory window
     * @param rkey its new key
     * @param bindInfo the bound memory and access rights
     * @return the request
     */
    public static WorkRequest bindMw(MemoryWindow mw, long rkey, MwBindInfo bindInfo) {
        return new WorkRequest(wr -> wr.bindMw(mw, rkey, bindInfo), qp -> qp.wrBindMw(mw, rkey, bindInfo), false);
    }

    /**
     * Sets the number.
     *
     * @param id {@code wr_id}
     * @return this
     */
    public WorkRequest id(long id) {
        wrId = id;
        return this;
    }

    /**
     * Makes the request unsignaled.
     *
     * @return this
     */
    public WorkRequest unsignaled() {
        flags = flags.without(SendFlag.SIGNALED);
        return this;
    }

    /**
     * Sets a flag.
     *
     * @param flag the flag
     * @return this
     */
    public WorkRequest with(SendFlag flag) {
        flags = flags.with(flag);
        return this;
    }

    /**
     * Appends a part of memory that is registered at the time of the post.
     *
     * @param memory the memory
     * @param offset the first byte
     * @param length the number of bytes
     * @return this
     */
    public WorkRequest data(Memory memory, long offset, long length) {
        return data(memory.region(), offset, length);
    }

    /**
     * Appends a part of a memory region that is open at the time of the post.
     *
     * @param region the memory region
     * @param offset the first byte
     * @param length the number of bytes
     * @return this
     */
    public WorkRequest data(MemoryRegion region, long offset, long length) {
        elements.add(new Element(wr -> wr.sge(region, offset, length), qp -> qp.wrSetSge(region, offset, length)));
        return this;
    }

    /**
     * Appends an element by address, valid or invalid.
     *
     * @param addr the first byte
     * @param length the number of bytes
     * @param lkey the key
     * @return this
     */
    public WorkRequest data(long addr, long length, long lkey) {
        elements.add(new Element(wr -> wr.sge(addr, length, lkey), qp -> qp.wrSetSge(lkey, addr, length)));
        return this;
    }

    /**
     * Sets inline data.
     *
     * @param bytes the data
     * @return this
     */
    public WorkRequest inline(byte[] bytes) {
        inlineData = bytes.clone();
        return this;
    }

    /**
     * Sets the destination of a datagram.
     *
     * @param ah the address handle
     * @param qpn the receiver's queue pair number
     * @param qkey its key
     * @return this
     */
    public WorkRequest to(AddressHandle ah, long qpn, long qkey) {
        destinationInBatch = wr -> wr.to(ah, qpn, qkey);
        destinationByBuilder = qp -> qp.wrSetUdAddr(ah, qpn, qkey);
        return this;
    }

    /**
     * Sets the destination of an XRC message.
     *
     * @param srqn the number of the shared receive queue
     * @return this
     */
    public WorkRequest toSrq(long srqn) {
        destinationInBatch = wr -> wr.remoteSrqn(srqn);
        destinationByBuilder = qp -> qp.wrSetXrcSrqn(srqn);
        return this;
    }

    // ---------------------------------------------------------------- posting

    int numSge() {
        return elements.size();
    }

    int inlineLength() {
        return inlineData == null ? 0 : inlineData.length;
    }

    /** Appends the request to a batch. */
    void addTo(SendBatch batch) {
        SendWr wr = batch.add().wrId(wrId).flags(flags);
        inBatch.accept(wr);
        destinationInBatch.accept(wr);
        writeData(wr);
    }

    private void writeData(SendWr wr) {
        if (inlineData != null) {
            wr.inlineData(ByteBuffer.wrap(inlineData));
        } else {
            elements.forEach(element -> element.inBatch.accept(wr));
        }
    }

    /** Adds the request to a list that the caller has started. */
    void build(QueuePairEx qp, DeviceContext context) {
        byBuilder.accept(qp.wrId(wrId).wrFlags(flags));
        destinationByBuilder.accept(qp);
        if (!carriesData) {
            return;
        }
        if (inlineData != null) {
            qp.wrSetInlineData(ByteBuffer.wrap(inlineData));
        } else if (elements.size() == 1) {
            elements.get(0).byBuilder.accept(qp);
        } else {
            SendWr list = context.newSendBatch(1, elements.size(), 0).add();
            writeData(list);
            qp.wrSetSgeList(list);
        }
    }
}
