package org.verbena.spi.handle;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import org.verbena.AddressHandle;
import org.verbena.Diagnosis;
import org.verbena.Errno;
import org.verbena.Flags;
import org.verbena.MemoryRegion;
import org.verbena.MemoryWindow;
import org.verbena.MwBindInfo;
import org.verbena.QueuePair;
import org.verbena.QueuePairEx;
import org.verbena.SendFlag;
import org.verbena.SendOp;
import org.verbena.SendWr;
import org.verbena.VerbsException;
import org.verbena.spi.driver.DriverQp;
import org.verbena.spi.driver.DriverSendBuilder;

/** The send builders of a queue pair. */
final class QpExHandle implements QueuePairEx {
    private static final String START = "ibv_wr_start";
    private static final String COMPLETE = "ibv_wr_complete";
    private static final String ABORT = "ibv_wr_abort";
    private static final long UINT24_MAX = 0xFF_FFFFL;
    private static final int UINT16_MAX = 0xFFFF;

    private final QpHandle queuePair;
    private final DriverQp driver;
    private final Optional<DriverSendBuilder> builder;
    private final Runnable dropping;
    private final WorkUnderConstruction work;
    private final BuilderMemory memory;
    private long wrId;
    private int flags;

    QpExHandle(QpHandle queuePair, DriverQp driver) {
        this.queuePair = queuePair;
        this.driver = driver;
        this.builder = driver.sendBuilder();
        this.dropping = builder.<Runnable>map(builders -> builders::abort).orElse(() -> {});
        this.work = new WorkUnderConstruction(queuePair, driver.sendOps().orElseThrow());
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

    /** Only asked for inside a list, which nobody starts on a queue pair without a send queue. */
    private DriverSendBuilder builder() {
        return builder.orElseThrow();
    }

    // ---------------------------------------------------------------- the list

    @Override
    public void wrStart() {
        queuePair.rules().requireSendQueue(START, queuePair);
        work.requireOperations();
        Gate gate = queuePair.sendGate();
        gate.enter(START);
        try {
            builder().start();
        } catch (RuntimeException | Error e) {
            gate.exit();
            throw e;
        }
        work.start();
        gate.hold(dropping);
    }

    @Override
    public void wrComplete() {
        Gate gate = queuePair.sendGate();
        gate.requireHolder(COMPLETE);
        work.requireFinished(COMPLETE);
        int result;
        gate.enterHeld(COMPLETE);
        try {
            result = builder().complete();
        } finally {
            memory.reuse();
            gate.release();
        }
        if (result != 0) {
            throw new VerbsException(COMPLETE, new Errno(Math.abs(result)), queuePair.toString(), Diagnosis.UNKNOWN);
        }
    }

    @Override
    public void wrAbort() {
        Gate gate = queuePair.sendGate();
        gate.enterHeld(ABORT);
        try {
            builder().abort();
        } finally {
            memory.reuse();
            gate.release();
        }
    }

    @Override
    public QueuePairEx wrId(long id) {
        wrId = id;
        return this;
    }

    @Override
    public QueuePairEx wrFlags(Flags<SendFlag> wrFlags) {
        Requests.mask32(START, queuePair, "wr_flags", wrFlags);
        flags = (int) wrFlags.without(SendFlag.INLINE).mask();
        return this;
    }

    // ---------------------------------------------------------------- work requests

    private void begin(SendOp operation, String verb) {
        queuePair.sendGate().requireHolder(verb);
        work.begin(operation, verb);
        builder().next(wrId, flags);
    }

    @Override
    public QueuePairEx wrSend() {
        begin(SendOp.SEND, "ibv_wr_send");
        builder().send();
        return this;
    }

    @Override
    public QueuePairEx wrSendImm(int immData) {
        begin(SendOp.SEND_WITH_IMM, "ibv_wr_send_imm");
        builder().sendImm(immData);
        return this;
    }

    @Override
    public QueuePairEx wrSendInv(long invalidateRkey) {
        work.require32Bits("ibv_wr_send_inv", "invalidate_rkey", invalidateRkey);
        begin(SendOp.SEND_WITH_INV, "ibv_wr_send_inv");
        builder().sendInv(invalidateRkey);
        return this;
    }

    @Override
    public QueuePairEx wrSendTso(ByteBuffer header, int mss) {
        String verb = "ibv_wr_send_tso";
        Requests.range(verb, queuePair, "mss", mss, UINT16_MAX, "the C argument is a uint16_t");
        Requests.range(verb, queuePair, "hdr_sz", header.remaining(), UINT16_MAX, "the C argument is a uint16_t");
        begin(SendOp.TSO, verb);
        long at = memory.keep(header);
        builder().sendTso(memory.last(), at, header.remaining(), mss);
        return this;
    }

    @Override
    public QueuePairEx wrRdmaWrite(long rkey, long remoteAddr) {
        work.require32Bits("ibv_wr_rdma_write", "rkey", rkey);
        begin(SendOp.RDMA_WRITE, "ibv_wr_rdma_write");
        builder().rdmaWrite(rkey, remoteAddr);
        return this;
    }

    @Override
    public QueuePairEx wrRdmaWriteImm(long rkey, long remoteAddr, int immData) {
        work.require32Bits("ibv_wr_rdma_write_imm", "rkey", rkey);
        begin(SendOp.RDMA_WRITE_WITH_IMM, "ibv_wr_rdma_write_imm");
        builder().rdmaWriteImm(rkey, remoteAddr, immData);
        return this;
    }

    @Override
    public QueuePairEx wrRdmaRead(long rkey, long remoteAddr) {
        work.require32Bits("ibv_wr_rdma_read", "rkey", rkey);
        begin(SendOp.RDMA_READ, "ibv_wr_rdma_read");
        builder().rdmaRead(rkey, remoteAddr);
        return this;
    }

    @Override
    public QueuePairEx wrAtomicCmpSwp(long rkey, long remoteAddr, long compare, long swap) {
        work.require32Bits("ibv_wr_atomic_cmp_swp", "rkey", rkey);
        begin(SendOp.ATOMIC_CMP_AND_SWP, "ibv_wr_atomic_cmp_swp");
        builder().atomicCmpSwp(rkey, remoteAddr, compare, swap);
        return this;
    }

    @Override
    public QueuePairEx wrAtomicFetchAdd(long rkey, long remoteAddr, long add) {
        work.require32Bits("ibv_wr_atomic_fetch_add", "rkey", rkey);
        begin(SendOp.ATOMIC_FETCH_AND_ADD, "ibv_wr_atomic_fetch_add");
        builder().atomicFetchAdd(rkey, remoteAddr, add);
        return this;
    }

    @Override
    public QueuePairEx wrAtomicWrite(long rkey, long remoteAddr, long value) {
        work.require32Bits("ibv_wr_atomic_write", "rkey", rkey);
        begin(SendOp.ATOMIC_WRITE, "ibv_wr_atomic_write");
        long at = memory.keep(value);
        builder().atomicWrite(rkey, remoteAddr, memory.last(), at);
        return this;
    }

    @Override
    public QueuePairEx wrFlush(long rkey, long remoteAddr, long length, int placement, int selectivity) {
        work.require32Bits("ibv_wr_flush", "rkey", rkey);
        begin(SendOp.FLUSH, "ibv_wr_flush");
        builder().flush(rkey, remoteAddr, length, placement, selectivity);
        return this;
    }

    @Override
    public QueuePairEx wrLocalInv(long invalidateRkey) {
        work.require32Bits("ibv_wr_local_inv", "invalidate_rkey", invalidateRkey);
        begin(SendOp.LOCAL_INV, "ibv_wr_local_inv");
        builder().localInv(invalidateRkey);
        return this;
    }

    @Override
    public QueuePairEx wrBindMw(MemoryWindow mw, long rkey, MwBindInfo bindInfo) {
        String verb = "ibv_wr_bind_mw";
        work.require32Bits(verb, "rkey", rkey);
        MwHandle window = MwRequests.window(verb, queuePair.owner(), mw);
        MrHandle region = MwRequests.region(verb, queuePair.owner(), bindInfo);
        window.carry();
        region.carry();
        Gate gate = queuePair.sendGate();
        gate.enterHeld(verb);
        try {
            window.requireUsable(verb);
            region.requireUsable(verb);
            begin(SendOp.BIND_MW, verb);
            builder().bindMw(window.reference(), rkey, region.reference(), bindInfo.addr(), bindInfo.length(), (int)
                    bindInfo.access().mask());
        } finally {
            gate.exitHeld();
        }
        return this;
    }

    // ---------------------------------------------------------------- their data

    @Override
    public QueuePairEx wrSetSge(long lkey, long addr, long length) {
        String verb = "ibv_wr_set_sge";
        work.require32Bits(verb, "lkey", lkey);
        work.require32Bits(verb, "length", length);
        work.requireAddressesAllowed(verb);
        data(verb);
        builder().setSge(lkey, addr, length);
        return this;
    }

    @Override
    public QueuePairEx wrSetSge(MemoryRegion mr, long offset, long length) {
        String verb = "ibv_wr_set_sge";
        MrHandle region = RegionPart.check(verb, queuePair.owner(), mr, offset, length);
        region.carry();
        Gate gate = queuePair.sendGate();
        gate.enterHeld(verb);
        try {
            region.requireUsable(verb);
            if (queuePair.rules().readsData()) {
                SgeList.requireOwnMemory(verb, queuePair.owner(), region, region.iova() + offset, length);
            }
            data(verb);
            builder().setSge(region.lkey(), region.iova() + offset, length);
        } finally {
            gate.exitHeld();
        }
        return this;
    }

    @Override
    public QueuePairEx wrSetSgeList(SendWr elements) {
        String verb = "ibv_wr_set_sge_list";
        Requests.present(verb, queuePair, elements);
        if (!(elements instanceof SendWorkRequest request) || request.isInline() || !request.belongsTo(queuePair)) {
            throw WorkList.foreign(verb, queuePair, elements);
        }
        Gate gate = queuePair.sendGate();
        gate.enterHeld(verb);
        try {
            if (queuePair.rules().readsData()) {
                request.elements().requireKnownMemory(0);
            }
            data(verb);
            builder().setSgeList(request.memory(), request.elements().offset(), request.numSge());
        } finally {
            gate.exitHeld();
        }
        return this;
    }

    @Override
    public QueuePairEx wrSetInlineData(ByteBuffer data) {
        return inline("ibv_wr_set_inline_data", List.of(data));
    }

    @Override
    public QueuePairEx wrSetInlineDataList(List<ByteBuffer> data) {
        return inline("ibv_wr_set_inline_data_list", data);
    }

    /** C copies either way: one piece of memory serves for a list. */
    private QueuePairEx inline(String verb, List<ByteBuffer> data) {
        long length = data.stream().mapToLong(ByteBuffer::remaining).sum();
        Requests.range(verb, queuePair, "length", length, BuilderMemory.MAX_DATA, "Verbena copies so many bytes");
        data(verb);
        long at = memory.keep(data, (int) length);
        builder().setInlineData(memory.last(), at, (int) length);
        return this;
    }

    private void data(String verb) {
        queuePair.sendGate().requireHolder(verb);
        work.data(verb);
    }

    // ---------------------------------------------------------------- their destination

    @Override
    public QueuePairEx wrSetUdAddr(AddressHandle ah, long remoteQpn, long remoteQkey) {
        String verb = "ibv_wr_set_ud_addr";
        AhHandle address = AhRequests.address(verb, queuePair.owner(), ah);
        Requests.range(verb, queuePair, "remote_qpn", remoteQpn, UINT24_MAX, "a queue pair number has 24 bits");
        work.require32Bits(verb, "remote_qkey", remoteQkey);
        address.carry();
        Gate gate = queuePair.sendGate();
        gate.enterHeld(verb);
        try {
            address.requireUsable(verb);
            work.datagramAddress(verb);
            builder().setUdAddr(address.reference(), remoteQpn, remoteQkey);
        } finally {
            gate.exitHeld();
        }
        return this;
    }

    @Override
    public QueuePairEx wrSetXrcSrqn(long remoteSrqn) {
        String verb = "ibv_wr_set_xrc_srqn";
        work.require32Bits(verb, "remote_srqn", remoteSrqn);
        queuePair.sendGate().requireHolder(verb);
        work.srqNumber(verb);
        builder().setXrcSrqn(remoteSrqn);
        return this;
    }
}
