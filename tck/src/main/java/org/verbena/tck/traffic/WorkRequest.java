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
 * A send work request that can be put into a batch and given to send builders, so that a behaviour is written once for
 * both. It is signalled unless told otherwise. Mutable.
 */
public final class WorkRequest {
    /** A place of data, for batches and for builders. */
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
     * A send.
     *
     * @return the request
     */
    public static WorkRequest send() {
        return withData(SendWr::send, QueuePairEx::wrSend);
    }

    /**
     * A send with immediate data.
     *
     * @param immData the immediate data
     * @return the request
     */
    public static WorkRequest sendImm(int immData) {
        return withData(wr -> wr.sendImm(immData), qp -> qp.wrSendImm(immData));
    }

    /**
     * A send that invalidates a key of the peer.
     *
     * @param rkey the key
     * @return the request
     */
    public static WorkRequest sendInv(long rkey) {
        return withData(wr -> wr.sendInv(rkey), qp -> qp.wrSendInv(rkey));
    }

    /**
     * A write.
     *
     * @param addr the peer's address
     * @param rkey its key
     * @return the request
     */
    public static WorkRequest write(long addr, long rkey) {
        return withData(wr -> wr.write(addr, rkey), qp -> qp.wrRdmaWrite(rkey, addr));
    }

    /**
     * A write with immediate data.
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
     * A read.
     *
     * @param addr the peer's address
     * @param rkey its key
     * @return the request
     */
    public static WorkRequest read(long addr, long rkey) {
        return withData(wr -> wr.read(addr, rkey), qp -> qp.wrRdmaRead(rkey, addr));
    }

    /**
     * A compare and swap.
     *
     * @param addr the peer's address
     * @param rkey its key
     * @param compare what is expected there
     * @param swap what replaces it
     * @return the request
     */
    public static WorkRequest compareSwap(long addr, long rkey, long compare, long swap) {
        return withData(
                wr -> wr.compareSwap(addr, rkey, compare, swap), qp -> qp.wrAtomicCmpSwp(rkey, addr, compare, swap));
    }

    /**
     * A fetch and add.
     *
     * @param addr the peer's address
     * @param rkey its key
     * @param add what is added
     * @return the request
     */
    public static WorkRequest fetchAdd(long addr, long rkey, long add) {
        return withData(wr -> wr.fetchAdd(addr, rkey, add), qp -> qp.wrAtomicFetchAdd(rkey, addr, add));
    }

    /**
     * An invalidation of a key of this side.
     *
     * @param rkey the key
     * @return the request
     */
    public static WorkRequest localInv(long rkey) {
        return new WorkRequest(wr -> wr.localInv(rkey), qp -> qp.wrLocalInv(rkey), false);
    }

    /**
     * A bind of a window of type 2.
     *
     * @param mw the window
     * @param rkey its new key
     * @param bindInfo what it opens
     * @return the request
     */
    public static WorkRequest bindMw(MemoryWindow mw, long rkey, MwBindInfo bindInfo) {
        return new WorkRequest(wr -> wr.bindMw(mw, rkey, bindInfo), qp -> qp.wrBindMw(mw, rkey, bindInfo), false);
    }

    /**
     * Gives it a number.
     *
     * @param id {@code wr_id}
     * @return this
     */
    public WorkRequest id(long id) {
        wrId = id;
        return this;
    }

    /**
     * Makes it complete silently.
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
     * Appends a part of memory that is registered when this is posted.
     *
     * @param memory the memory
     * @param offset the first byte
     * @param length number of bytes
     * @return this
     */
    public WorkRequest data(Memory memory, long offset, long length) {
        return data(memory.region(), offset, length);
    }

    /**
     * Appends a part of a region that is open when this is posted.
     *
     * @param region the region
     * @param offset the first byte
     * @param length number of bytes
     * @return this
     */
    public WorkRequest data(MemoryRegion region, long offset, long length) {
        elements.add(new Element(wr -> wr.sge(region, offset, length), qp -> qp.wrSetSge(region, offset, length)));
        return this;
    }

    /**
     * Appends an element by address, good or bad.
     *
     * @param addr the first byte
     * @param length number of bytes
     * @param lkey the key
     * @return this
     */
    public WorkRequest data(long addr, long length, long lkey) {
        elements.add(new Element(wr -> wr.sge(addr, length, lkey), qp -> qp.wrSetSge(lkey, addr, length)));
        return this;
    }

    /**
     * Gives the data inline.
     *
     * @param bytes the data
     * @return this
     */
    public WorkRequest inline(byte[] bytes) {
        inlineData = bytes.clone();
        return this;
    }

    /**
     * Addresses a datagram.
     *
     * @param ah the address
     * @param qpn the receiver's queue pair
     * @param qkey its key
     * @return this
     */
    public WorkRequest to(AddressHandle ah, long qpn, long qkey) {
        destinationInBatch = wr -> wr.to(ah, qpn, qkey);
        destinationByBuilder = qp -> qp.wrSetUdAddr(ah, qpn, qkey);
        return this;
    }

    /**
     * Addresses an XRC message.
     *
     * @param srqn the number of the shared receive queue
     * @return this
     */
    public WorkRequest toSrq(long srqn) {
        destinationInBatch = wr -> wr.remoteSrqn(srqn);
        destinationByBuilder = qp -> qp.wrSetXrcSrqn(srqn);
        return this;
    }

    // ---------------------------------------------------------------- how it is posted

    int numSge() {
        return elements.size();
    }

    int inlineLength() {
        return inlineData == null ? 0 : inlineData.length;
    }

    /** Writes it to the end of a batch. */
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

    /** Builds it on a list that has been started. */
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
