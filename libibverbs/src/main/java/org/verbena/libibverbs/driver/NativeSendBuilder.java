// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.driver;

import java.lang.ref.Reference;
import org.verbena.attr.Flags;
import org.verbena.attr.SendOp;
import org.verbena.libibverbs.abi.CField;
import org.verbena.libibverbs.abi.Frame;
import org.verbena.libibverbs.abi.IbvQpEx;
import org.verbena.libibverbs.abi.MemoryStructs.IbvMwBindInfo;
import org.verbena.libibverbs.abi.NetworkOrder;
import org.verbena.libibverbs.abi.Struct;
import org.verbena.libibverbs.call.NativeLinker.NativeFunction;
import org.verbena.spi.DriverMemory;
import org.verbena.spi.DriverSendBuilder;

/** The send builders of {@code struct ibv_qp_ex}: the functions that {@code ibv_wr_*} call inline. */
class NativeSendBuilder implements DriverSendBuilder {
    private static final int NONE = 0;

    private final Libibverbs library;
    private final Struct qpEx;
    private final long pointer;
    private final Flags<SendOp> ops;

    private final NativeFunction start;
    private final NativeFunction complete;
    private final NativeFunction abort;
    private final NativeFunction send;
    private final NativeFunction sendImm;
    private final NativeFunction sendInv;
    private final NativeFunction sendTso;
    private final NativeFunction rdmaWrite;
    private final NativeFunction rdmaWriteImm;
    private final NativeFunction rdmaRead;
    private final NativeFunction atomicCmpSwp;
    private final NativeFunction atomicFetchAdd;
    private final NativeFunction atomicWrite;
    private final NativeFunction flush;
    private final NativeFunction localInv;
    private final NativeFunction bindMw;
    private final NativeFunction setSge;
    private final NativeFunction setSgeList;
    private final NativeFunction setInlineData;
    private final NativeFunction setUdAddr;
    private final NativeFunction setXrcSrqn;

    NativeSendBuilder(NativeContext context, Struct qpEx, Flags<SendOp> ops) {
        this.library = context.library();
        this.qpEx = qpEx;
        this.pointer = qpEx.address();
        this.ops = ops;
        boolean brief = context.dataPath().brief().sends();
        // wr_start waits for the lock of the send queue and holds it until complete or abort: never brief, see
        // BriefCalls.
        start = function(IbvQpEx.WR_START, "wr_start", false);
        complete = new ExchangedFunction(library, qpEx, IbvQpEx.WR_COMPLETE, "wr_complete", brief);
        abort = function(IbvQpEx.WR_ABORT, "wr_abort", brief);
        send = function(IbvQpEx.WR_SEND, "wr_send", brief);
        sendImm = function(IbvQpEx.WR_SEND_IMM, "wr_send_imm", brief);
        sendInv = function(IbvQpEx.WR_SEND_INV, "wr_send_inv", brief);
        sendTso = function(IbvQpEx.WR_SEND_TSO, "wr_send_tso", brief);
        rdmaWrite = function(IbvQpEx.WR_RDMA_WRITE, "wr_rdma_write", brief);
        rdmaWriteImm = function(IbvQpEx.WR_RDMA_WRITE_IMM, "wr_rdma_write_imm", brief);
        rdmaRead = function(IbvQpEx.WR_RDMA_READ, "wr_rdma_read", brief);
        atomicCmpSwp = function(IbvQpEx.WR_ATOMIC_CMP_SWP, "wr_atomic_cmp_swp", brief);
        atomicFetchAdd = function(IbvQpEx.WR_ATOMIC_FETCH_ADD, "wr_atomic_fetch_add", brief);
        atomicWrite = newer(SendOp.ATOMIC_WRITE, IbvQpEx.WR_ATOMIC_WRITE, "wr_atomic_write", brief);
        flush = newer(SendOp.FLUSH, IbvQpEx.WR_FLUSH, "wr_flush", brief);
        localInv = function(IbvQpEx.WR_LOCAL_INV, "wr_local_inv", brief);
        bindMw = function(IbvQpEx.WR_BIND_MW, "wr_bind_mw", brief);
        setSge = function(IbvQpEx.WR_SET_SGE, "wr_set_sge", brief);
        setSgeList = function(IbvQpEx.WR_SET_SGE_LIST, "wr_set_sge_list", brief);
        setInlineData = function(IbvQpEx.WR_SET_INLINE_DATA, "wr_set_inline_data", brief);
        setUdAddr = function(IbvQpEx.WR_SET_UD_ADDR, "wr_set_ud_addr", brief);
        setXrcSrqn = function(IbvQpEx.WR_SET_XRC_SRQN, "wr_set_xrc_srqn", brief);
    }

    private NativeFunction function(CField field, String name, boolean brief) {
        return library.function(qpEx, field, name, brief);
    }

    /** Returns a function that only newer libraries have: the struct of an older library ends before the field. */
    private NativeFunction newer(SendOp op, CField field, String name, boolean brief) {
        return ops.contains(op) ? function(field, name, brief) : new MissingFunction(name);
    }

    /** Returns the operations that have a builder. */
    final Flags<SendOp> ops() {
        return ops;
    }

    @Override
    public void start() {
        start.call(pointer, NONE, NONE);
    }

    @Override
    public int complete() {
        return (int) complete.call(pointer, NONE, NONE);
    }

    @Override
    public void abort() {
        abort.call(pointer, NONE, NONE);
    }

    @Override
    public void next(long wrId, int flags) {
        qpEx.put(IbvQpEx.WR_ID, wrId).put(IbvQpEx.WR_FLAGS, flags);
    }

    @Override
    public void send() {
        send.call(pointer, NONE, NONE);
    }

    @Override
    public void sendImm(int immData) {
        sendImm.call(pointer, NetworkOrder.of(immData), NONE);
    }

    @Override
    public void sendInv(long invalidateRkey) {
        sendInv.call(pointer, invalidateRkey, NONE);
    }

    @Override
    public void sendTso(DriverMemory memory, long offset, int length, int mss) {
        try {
            sendTso.call(pointer, memory.address() + offset, length, mss, NONE, NONE);
        } finally {
            Reference.reachabilityFence(memory);
        }
    }

    @Override
    public void rdmaWrite(long rkey, long remoteAddr) {
        rdmaWrite.call(pointer, rkey, remoteAddr);
    }

    @Override
    public void rdmaWriteImm(long rkey, long remoteAddr, int immData) {
        rdmaWriteImm.call(pointer, rkey, remoteAddr, NetworkOrder.of(immData), NONE, NONE);
    }

    @Override
    public void rdmaRead(long rkey, long remoteAddr) {
        rdmaRead.call(pointer, rkey, remoteAddr);
    }

    @Override
    public void atomicCmpSwp(long rkey, long remoteAddr, long compare, long swap) {
        atomicCmpSwp.call(pointer, rkey, remoteAddr, compare, swap, NONE);
    }

    @Override
    public void atomicFetchAdd(long rkey, long remoteAddr, long add) {
        atomicFetchAdd.call(pointer, rkey, remoteAddr, add, NONE, NONE);
    }

    @Override
    public void atomicWrite(long rkey, long remoteAddr, DriverMemory memory, long offset) {
        try {
            atomicWrite.call(pointer, rkey, remoteAddr, memory.address() + offset, NONE, NONE);
        } finally {
            Reference.reachabilityFence(memory);
        }
    }

    @Override
    public void flush(long rkey, long remoteAddr, long length, int placement, int selectivity) {
        flush.call(pointer, rkey, remoteAddr, length, placement, selectivity);
    }

    @Override
    public void localInv(long invalidateRkey) {
        localInv.call(pointer, invalidateRkey, NONE);
    }

    /** Binds a window. The struct is freed afterwards, because drivers have read it when they return. */
    @Override
    public void bindMw(long mw, long rkey, long mr, long addr, long length, int access) {
        try (Frame frame = library.frame()) {
            Struct info = frame.struct(IbvMwBindInfo.SIZE)
                    .put(IbvMwBindInfo.MR, mr)
                    .put(IbvMwBindInfo.ADDR, addr)
                    .put(IbvMwBindInfo.LENGTH, length)
                    .put(IbvMwBindInfo.MW_ACCESS_FLAGS, access);
            bindMw.call(pointer, mw, rkey, info.address(), NONE, NONE);
        }
    }

    @Override
    public void setSge(long lkey, long addr, long length) {
        setSge.call(pointer, lkey, addr, length, NONE, NONE);
    }

    @Override
    public void setSgeList(DriverMemory memory, long offset, int numSge) {
        try {
            setSgeList.call(pointer, numSge, memory.address() + offset);
        } finally {
            Reference.reachabilityFence(memory);
        }
    }

    @Override
    public void setInlineData(DriverMemory memory, long offset, int length) {
        try {
            setInlineData.call(pointer, memory.address() + offset, length);
        } finally {
            Reference.reachabilityFence(memory);
        }
    }

    @Override
    public void setUdAddr(long ah, long remoteQpn, long remoteQkey) {
        setUdAddr.call(pointer, ah, remoteQpn, remoteQkey, NONE, NONE);
    }

    @Override
    public void setXrcSrqn(long remoteSrqn) {
        setXrcSrqn.call(pointer, remoteSrqn, NONE);
    }
}
