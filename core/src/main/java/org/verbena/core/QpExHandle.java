// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.verbena.AddressHandle;
import org.verbena.MemoryRegion;
import org.verbena.MemoryWindow;
import org.verbena.MwBindInfo;
import org.verbena.QueuePair;
import org.verbena.QueuePairEx;
import org.verbena.SendWr;
import org.verbena.attr.Flags;
import org.verbena.attr.SendFlag;
import org.verbena.attr.SendOp;
import org.verbena.error.Violation;
import org.verbena.spi.DriverQp;
import org.verbena.spi.DriverSendBuilder;
import org.verbena.spi.StackReserve;

/** The send builders of a queue pair. */
final class QpExHandle implements QueuePairEx {
    private static final String START = "ibv_wr_start";
    private static final String COMPLETE = "ibv_wr_complete";
    private static final String ABORT = "ibv_wr_abort";
    private static final long UINT24_MAX = 0xFF_FFFFL;
    private static final int UINT16_MAX = 0xFFFF;

    /** A window of type 2, and its key after the list is posted. */
    private record Bind(MwHandle window, long rkey) {}

    private final QpHandle queuePair;
    private final DriverQp driver;
    private final Optional<DriverSendBuilder> builder;
    private final Runnable dropping;
    private final WorkUnderConstruction work;
    private final BuilderMemory memory;
    private final List<Bind> binds = new ArrayList<>(0);

    /** The values that the next list starts with. */
    private long nextWrId;

    private int nextFlags;

    /** The values of the current list. Only the thread that started the list writes them. */
    private long wrId;

    private int flags;

    QpExHandle(QpHandle queuePair, DriverQp driver) {
        this.queuePair = queuePair;
        this.driver = driver;
        this.builder = driver.sendBuilder();
        this.dropping = builder.<Runnable>map(builders -> builders::abort).orElse(() -> {});
        this.work = queuePair.newWork(driver.sendOps().orElseThrow());
        this.memory = new BuilderMemory(queuePair.owner());
    }

    @Override
    public QueuePair queuePair() {
        return queuePair;
    }

    @Override
    public Flags<SendOp> sendOps() {
        return queuePair.call("ibv_qp_to_qp_ex", () -> driver.sendOps().orElseThrow());
    }

    /**
     * Returns the builder. It is only called inside a list, and no list can start on a queue pair without a send queue.
     */
    private DriverSendBuilder builder() {
        return builder.orElseThrow();
    }

    // ---------------------------------------------------------------- the list

    @Override
    public void wrStart() {
        queuePair.rules().requireSendQueue(START, queuePair);
        work.requireOperations();
        Gate gate = queuePair.sendGate();
        StackReserve.requireForSection();
        gate.enter(START);
        try {
            work.start();
            memory.reuse();
            binds.clear();
            wrId = nextWrId;
            flags = nextFlags;
            builder().start();
        } catch (RuntimeException | Error e) {
            gate.exit();
            throw e;
        }
        // This call needs less stack than the driver call: it cannot fail after that has succeeded.
        gate.hold(dropping);
    }

    @Override
    public void wrComplete() {
        queuePair.sendGate().requireHolder(COMPLETE);
        work.requireNotFailed(COMPLETE);
        work.requireFinished(COMPLETE);
        work.enter(COMPLETE);
        int result = end(COMPLETE, true);
        if (result != 0) {
            throw work.rejected(COMPLETE, result);
        }
    }

    @Override
    public void wrAbort() {
        end(ABORT, false);
    }

    /**
     * Ends the list. If the driver call throws, the list stays open: the call was not made, and the driver still holds
     * its lock.
     */
    private int end(String verb, boolean posts) {
        Gate gate = queuePair.sendGate();
        StackReserve.requireForSection();
        gate.enterHeld(verb);
        boolean ended = false;
        try {
            int result = posts ? builder().complete() : drop();
            ended = true;
            if (posts && result == 0) {
                posted();
            }
            return result;
        } finally {
            if (ended) {
                gate.release();
            } else {
                gate.exitHeld();
            }
        }
    }

    private void posted() {
        work.posted();
        if (!binds.isEmpty()) {
            binds.forEach(bind -> bind.window().bound(bind.rkey()));
            binds.clear();
        }
    }

    private int drop() {
        builder().abort();
        return 0;
    }

    @Override
    public QueuePairEx wrId(long id) {
        nextWrId = id;
        if (queuePair.sendGate().isHeldByThisThread()) {
            wrId = id;
        }
        return this;
    }

    @Override
    public QueuePairEx wrFlags(Flags<SendFlag> wrFlags) {
        boolean building = queuePair.sendGate().isHeldByThisThread();
        if (building) {
            work.enter("wr_flags");
        }
        RequestChecks.mask32(START, queuePair, "wr_flags", wrFlags);
        nextFlags = (int) wrFlags.without(SendFlag.INLINE).mask();
        if (building) {
            flags = nextFlags;
            work.exit();
        }
        return this;
    }

    // ---------------------------------------------------------------- work requests

    /** Begins a call of the list. If the call does not reach {@link #done}, the list has failed. */
    private long enter(String verb) {
        queuePair.sendGate().requireHolder(verb);
        return work.enter(verb);
    }

    private QueuePairEx done() {
        work.exit();
        return this;
    }

    /** Begins a work request, after all checks and copies of its arguments. */
    private void begin(SendOp operation, String verb) {
        work.begin(operation, verb);
        builder().next(wrId, flags);
    }

    @Override
    public QueuePairEx wrSend() {
        String verb = "ibv_wr_send";
        enter(verb);
        begin(SendOp.SEND, verb);
        builder().send();
        return done();
    }

    @Override
    public QueuePairEx wrSendImm(int immData) {
        String verb = "ibv_wr_send_imm";
        enter(verb);
        begin(SendOp.SEND_WITH_IMM, verb);
        builder().sendImm(immData);
        return done();
    }

    @Override
    public QueuePairEx wrSendInv(long invalidateRkey) {
        String verb = "ibv_wr_send_inv";
        enter(verb);
        work.require32Bits(verb, "invalidate_rkey", invalidateRkey);
        begin(SendOp.SEND_WITH_INV, verb);
        builder().sendInv(invalidateRkey);
        return done();
    }

    @Override
    public QueuePairEx wrSendTso(ByteBuffer header, int mss) {
        String verb = "ibv_wr_send_tso";
        enter(verb);
        RequestChecks.present(verb, queuePair, header);
        int position = header.position();
        int length = header.limit() - position;
        RequestChecks.range(verb, queuePair, "mss", mss, UINT16_MAX, "the C argument is a uint16_t");
        RequestChecks.range(verb, queuePair, "hdr_sz", length, UINT16_MAX, "the C argument is a uint16_t");
        long at = memory.keep(header, position, length);
        begin(SendOp.TSO, verb);
        builder().sendTso(memory.last(), at, length, mss);
        return done();
    }

    @Override
    public QueuePairEx wrRdmaWrite(long rkey, long remoteAddr) {
        String verb = "ibv_wr_rdma_write";
        enter(verb);
        work.require32Bits(verb, "rkey", rkey);
        begin(SendOp.RDMA_WRITE, verb);
        builder().rdmaWrite(rkey, remoteAddr);
        return done();
    }

    @Override
    public QueuePairEx wrRdmaWriteImm(long rkey, long remoteAddr, int immData) {
        String verb = "ibv_wr_rdma_write_imm";
        enter(verb);
        work.require32Bits(verb, "rkey", rkey);
        begin(SendOp.RDMA_WRITE_WITH_IMM, verb);
        builder().rdmaWriteImm(rkey, remoteAddr, immData);
        return done();
    }

    @Override
    public QueuePairEx wrRdmaRead(long rkey, long remoteAddr) {
        String verb = "ibv_wr_rdma_read";
        enter(verb);
        work.require32Bits(verb, "rkey", rkey);
        begin(SendOp.RDMA_READ, verb);
        builder().rdmaRead(rkey, remoteAddr);
        return done();
    }

    @Override
    public QueuePairEx wrAtomicCmpSwp(long rkey, long remoteAddr, long compare, long swap) {
        String verb = "ibv_wr_atomic_cmp_swp";
        enter(verb);
        work.require32Bits(verb, "rkey", rkey);
        begin(SendOp.ATOMIC_CMP_AND_SWP, verb);
        builder().atomicCmpSwp(rkey, remoteAddr, compare, swap);
        return done();
    }

    @Override
    public QueuePairEx wrAtomicFetchAdd(long rkey, long remoteAddr, long add) {
        String verb = "ibv_wr_atomic_fetch_add";
        enter(verb);
        work.require32Bits(verb, "rkey", rkey);
        begin(SendOp.ATOMIC_FETCH_AND_ADD, verb);
        builder().atomicFetchAdd(rkey, remoteAddr, add);
        return done();
    }

    @Override
    public QueuePairEx wrAtomicWrite(long rkey, long remoteAddr, long value) {
        String verb = "ibv_wr_atomic_write";
        enter(verb);
        work.require32Bits(verb, "rkey", rkey);
        long at = memory.keep(value);
        begin(SendOp.ATOMIC_WRITE, verb);
        builder().atomicWrite(rkey, remoteAddr, memory.last(), at);
        return done();
    }

    @Override
    public QueuePairEx wrFlush(long rkey, long remoteAddr, long length, int placement, int selectivity) {
        String verb = "ibv_wr_flush";
        enter(verb);
        work.require32Bits(verb, "rkey", rkey);
        begin(SendOp.FLUSH, verb);
        builder().flush(rkey, remoteAddr, length, placement, selectivity);
        return done();
    }

    @Override
    public QueuePairEx wrLocalInv(long invalidateRkey) {
        String verb = "ibv_wr_local_inv";
        enter(verb);
        work.require32Bits(verb, "invalidate_rkey", invalidateRkey);
        begin(SendOp.LOCAL_INV, verb);
        builder().localInv(invalidateRkey);
        return done();
    }

    @Override
    public QueuePairEx wrBindMw(MemoryWindow mw, long rkey, MwBindInfo bindInfo) {
        String verb = "ibv_wr_bind_mw";
        enter(verb);
        work.require32Bits(verb, "rkey", rkey);
        MwHandle window = MwChecks.window(verb, queuePair.owner(), mw);
        MrHandle region = MwChecks.region(verb, queuePair.owner(), bindInfo);
        window.markReferenced();
        region.markReferenced();
        Gate gate = queuePair.sendGate();
        gate.enterHeld(verb);
        try {
            window.requireUsable(verb);
            region.requireUsable(verb);
            binds.add(new Bind(window, rkey));
            begin(SendOp.BIND_MW, verb);
            builder().bindMw(window.reference(), rkey, region.reference(), bindInfo.addr(), bindInfo.length(), (int)
                    bindInfo.access().mask());
        } finally {
            gate.exitHeld();
        }
        return done();
    }

    // ---------------------------------------------------------------- data of work requests

    @Override
    public QueuePairEx wrSetSge(long lkey, long addr, long length) {
        String verb = "ibv_wr_set_sge";
        enter(verb);
        work.require32Bits(verb, "lkey", lkey);
        RequestChecks.elementLength(verb, queuePair, length);
        work.requireAddressesAllowed(verb);
        work.data(verb, length);
        builder().setSge(lkey, addr, length);
        return done();
    }

    @Override
    public QueuePairEx wrSetSge(MemoryRegion mr, long offset, long length) {
        String verb = "ibv_wr_set_sge";
        enter(verb);
        MrHandle region = RegionPart.check(verb, queuePair.owner(), mr, offset, length);
        region.markReferenced();
        Gate gate = queuePair.sendGate();
        gate.enterHeld(verb);
        try {
            region.requireUsable(verb);
            if (queuePair.rules().readsData()) {
                region.requireReadable(verb, queuePair.owner(), region.iova() + offset, length);
            }
            work.data(verb, length);
            builder().setSge(region.lkey(), region.iova() + offset, length);
        } finally {
            gate.exitHeld();
        }
        return done();
    }

    @Override
    public QueuePairEx wrSetSgeList(SendWr elements) {
        String verb = "ibv_wr_set_sge_list";
        enter(verb);
        RequestChecks.present(verb, queuePair, elements);
        if (!(elements instanceof SendWorkRequest request) || !request.belongsTo(queuePair)) {
            throw WorkList.foreign(verb, queuePair, elements);
        }
        request.requireOwner();
        if (request.isInline()) {
            throw RequestChecks.refuse(
                    verb,
                    queuePair,
                    new Violation(
                            "sg_list",
                            "inline data",
                            "scatter/gather elements",
                            "a work request has either inline data or elements",
                            "Verbena"));
        }
        Gate gate = queuePair.sendGate();
        gate.enterHeld(verb);
        try {
            if (queuePair.rules().readsData()) {
                request.elements().requireKnownMemory(0);
            }
            work.elements(verb, request.elements());
            builder().setSgeList(request.memory(), request.elements().offset(), request.numSge());
        } finally {
            gate.exitHeld();
        }
        return done();
    }

    @Override
    public QueuePairEx wrSetInlineData(ByteBuffer data) {
        String verb = "ibv_wr_set_inline_data";
        enter(verb);
        RequestChecks.present(verb, queuePair, data);
        int position = data.position();
        int length = data.limit() - position;
        requireInlineLength(verb, length);
        return inline(verb, memory.keep(data, position, length), length);
    }

    /** Sets inline data. C copies the data in either case, so the buffers are passed as one block. */
    @Override
    public QueuePairEx wrSetInlineDataList(List<ByteBuffer> data) {
        String verb = "ibv_wr_set_inline_data_list";
        long list = enter(verb);
        ByteBuffer[] parts = parts(verb, data);
        queuePair.sendGate().requireHolder(verb);
        work.requireSame(list, verb);
        long length = 0;
        for (ByteBuffer part : parts) {
            length += part.remaining();
        }
        requireInlineLength(verb, length);
        return inline(verb, memory.keep(parts, (int) length), (int) length);
    }

    /** Reads a list once. This runs code of the caller, which may do anything. */
    private ByteBuffer[] parts(String verb, List<ByteBuffer> data) {
        RequestChecks.present(verb, queuePair, data);
        Object[] elements = data.toArray().clone();
        ByteBuffer[] parts = new ByteBuffer[elements.length];
        for (int i = 0; i < elements.length; i++) {
            RequestChecks.present(verb, queuePair, elements[i]);
            parts[i] = ((ByteBuffer) elements[i]).slice();
        }
        return parts;
    }

    private void requireInlineLength(String verb, long length) {
        RequestChecks.range(verb, queuePair, "length", length, BuilderMemory.MAX_DATA, "Verbena copies no more");
    }

    private QueuePairEx inline(String verb, long at, int length) {
        work.inlineData(verb, length);
        builder().setInlineData(memory.last(), at, length);
        return done();
    }

    // ---------------------------------------------------------------- destinations of work requests

    @Override
    public QueuePairEx wrSetUdAddr(AddressHandle ah, long remoteQpn, long remoteQkey) {
        String verb = "ibv_wr_set_ud_addr";
        enter(verb);
        AhHandle address = AhChecks.address(verb, queuePair.owner(), ah);
        RequestChecks.range(verb, queuePair, "remote_qpn", remoteQpn, UINT24_MAX, "a queue pair number has 24 bits");
        work.require32Bits(verb, "remote_qkey", remoteQkey);
        address.markReferenced();
        Gate gate = queuePair.sendGate();
        gate.enterHeld(verb);
        try {
            address.requireUsable(verb);
            work.datagramAddress(verb);
            builder().setUdAddr(address.reference(), remoteQpn, remoteQkey);
        } finally {
            gate.exitHeld();
        }
        return done();
    }

    @Override
    public QueuePairEx wrSetXrcSrqn(long remoteSrqn) {
        String verb = "ibv_wr_set_xrc_srqn";
        enter(verb);
        work.require32Bits(verb, "remote_srqn", remoteSrqn);
        work.srqNumber(verb);
        builder().setXrcSrqn(remoteSrqn);
        return done();
    }
}
