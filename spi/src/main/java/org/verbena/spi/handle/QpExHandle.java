package org.verbena.spi.handle;

import java.nio.ByteBuffer;
import java.util.List;
import org.verbena.*;
import org.verbena.Flags;
import org.verbena.QueuePair;
import org.verbena.QueuePairEx;
import org.verbena.SendOp;
import org.verbena.spi.driver.DriverQp;

/** The send builders of a queue pair. */
final class QpExHandle implements QueuePairEx {
    private final QpHandle queuePair;
    private final DriverQp driver;

    QpExHandle(QpHandle queuePair, DriverQp driver) {
        this.queuePair = queuePair;
        this.driver = driver;
    }

    @Override
    public QueuePair queuePair() {
        return queuePair;
    }

    @Override
    public Flags<SendOp> sendOps() {
        return queuePair.call("ibv_qp_to_qp_ex", () -> driver.sendOps().orElseThrow());
    }

    @Override
    public void wrStart() {
        throw new UnsupportedOperationException("data path");
    }

    @Override
    public void wrComplete() {
        throw new UnsupportedOperationException("data path");
    }

    @Override
    public void wrAbort() {
        throw new UnsupportedOperationException("data path");
    }

    @Override
    public QueuePairEx wrId(long wrId) {
        throw new UnsupportedOperationException("data path");
    }

    @Override
    public QueuePairEx wrFlags(Flags<SendFlag> flags) {
        throw new UnsupportedOperationException("data path");
    }

    @Override
    public QueuePairEx wrSend() {
        throw new UnsupportedOperationException("data path");
    }

    @Override
    public QueuePairEx wrSendImm(int immData) {
        throw new UnsupportedOperationException("data path");
    }

    @Override
    public QueuePairEx wrSendInv(long invalidateRkey) {
        throw new UnsupportedOperationException("data path");
    }

    @Override
    public QueuePairEx wrSendTso(ByteBuffer header, int mss) {
        throw new UnsupportedOperationException("data path");
    }

    @Override
    public QueuePairEx wrRdmaWrite(long rkey, long remoteAddr) {
        throw new UnsupportedOperationException("data path");
    }

    @Override
    public QueuePairEx wrRdmaWriteImm(long rkey, long remoteAddr, int immData) {
        throw new UnsupportedOperationException("data path");
    }

    @Override
    public QueuePairEx wrRdmaRead(long rkey, long remoteAddr) {
        throw new UnsupportedOperationException("data path");
    }

    @Override
    public QueuePairEx wrAtomicCmpSwp(long rkey, long remoteAddr, long compare, long swap) {
        throw new UnsupportedOperationException("data path");
    }

    @Override
    public QueuePairEx wrAtomicFetchAdd(long rkey, long remoteAddr, long add) {
        throw new UnsupportedOperationException("data path");
    }

    @Override
    public QueuePairEx wrAtomicWrite(long rkey, long remoteAddr, long value) {
        throw new UnsupportedOperationException("data path");
    }

    @Override
    public QueuePairEx wrFlush(long rkey, long remoteAddr, long length, int placement, int selectivity) {
        throw new UnsupportedOperationException("data path");
    }

    @Override
    public QueuePairEx wrLocalInv(long invalidateRkey) {
        throw new UnsupportedOperationException("data path");
    }

    @Override
    public QueuePairEx wrBindMw(MemoryWindow mw, long rkey, MwBindInfo bindInfo) {
        throw new UnsupportedOperationException("data path");
    }

    @Override
    public QueuePairEx wrSetSge(long lkey, long addr, long length) {
        throw new UnsupportedOperationException("data path");
    }

    @Override
    public QueuePairEx wrSetSge(MemoryRegion mr, long offset, long length) {
        throw new UnsupportedOperationException("data path");
    }

    @Override
    public QueuePairEx wrSetSgeList(SendWr elements) {
        throw new UnsupportedOperationException("data path");
    }

    @Override
    public QueuePairEx wrSetInlineData(ByteBuffer data) {
        throw new UnsupportedOperationException("data path");
    }

    @Override
    public QueuePairEx wrSetInlineDataList(List<ByteBuffer> data) {
        throw new UnsupportedOperationException("data path");
    }

    @Override
    public QueuePairEx wrSetUdAddr(AddressHandle ah, long remoteQpn, long remoteQkey) {
        throw new UnsupportedOperationException("data path");
    }

    @Override
    public QueuePairEx wrSetXrcSrqn(long remoteSrqn) {
        throw new UnsupportedOperationException("data path");
    }
}
