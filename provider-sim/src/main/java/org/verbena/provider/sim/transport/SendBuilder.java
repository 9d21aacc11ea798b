// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.transport;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.verbena.error.Errno;
import org.verbena.provider.sim.memory.SimMemory;
import org.verbena.spi.DriverMemory;
import org.verbena.spi.DriverSendBuilder;
import org.verbena.spi.model.DataPathTrait;
import org.verbena.spi.model.PostErrors;
import org.verbena.spi.model.SgeListRule;
import org.verbena.spi.work.SgeLayout;

/** Builds work requests outside the queue. They enter the queue together or not at all. */
final class SendBuilder implements DriverSendBuilder {
    private final Requester requester;
    private final List<SendWqe> requests = new ArrayList<>();
    private @Nullable SendWqe current;
    private int count;
    private long wrId;
    private int flags;
    private int error;

    SendBuilder(Requester requester) {
        this.requester = requester;
    }

    private TransportQp qp() {
        return requester.qp();
    }

    private Engine engine() {
        return qp().engine();
    }

    private PostErrors errors() {
        return qp().nic().dataPath().postErrors();
    }

    // ---------------------------------------------------------------- the list

    @Override
    public void start() {
        count = 0;
        error = 0;
        current = null;
    }

    @Override
    public int complete() {
        Engine engine = engine();
        engine.enter();
        try {
            return post();
        } finally {
            try {
                engine.exit();
            } catch (StackOverflowError e) {
                engine.lock.abandoned = true;
            }
            start();
        }
    }

    private int post() {
        boolean early = requester.isEarly();
        if (early && qp().has(DataPathTrait.REJECTS_EARLY_SEND)) {
            // mlx5: mlx5_send_wr_complete_error.
            return PostErrors.EARLY_BUILDER;
        }
        if (error != 0) {
            return error;
        }
        if (count > 0 && requester.ring().isFull(count - 1)) {
            return errors().builderFull();
        }
        for (int i = 0; i < count; i++) {
            requests.set(i, requester.ring().exchange(requests.get(i)));
        }
        if (early && qp().has(DataPathTrait.EARLY_SEND_IS_QUEUED)) {
            return errors().earlySend();
        }
        requester.pump();
        return 0;
    }

    @Override
    public void abort() {
        start();
    }

    @Override
    public void next(long id, int sendFlags) {
        wrId = id;
        flags = sendFlags;
    }

    private SendWqe begin(int opcode) {
        if (count == requests.size()) {
            requests.add(new SendWqe());
        }
        SendWqe wqe = requests.get(count++);
        wqe.clear();
        wqe.wrId = wrId;
        wqe.flags = flags & ~SendWqe.INLINE;
        wqe.opcode = opcode;
        if (!requester.takesChecksums(wqe)) {
            error = Errno.EINVAL.number();
        }
        current = wqe;
        return wqe;
    }

    private SendWqe current() {
        SendWqe wqe = current;
        if (wqe == null) {
            throw new IllegalStateException("no work request has been started");
        }
        return wqe;
    }

    // ---------------------------------------------------------------- operations

    @Override
    public void send() {
        begin(WorkOpcode.SEND);
    }

    @Override
    public void sendImm(int immData) {
        begin(WorkOpcode.SEND_WITH_IMM).immediate = NetworkByteOrder.toMemory(immData);
    }

    @Override
    public void sendInv(long invalidateRkey) {
        begin(WorkOpcode.SEND_WITH_INV).immediate = (int) invalidateRkey;
    }

    @Override
    public void sendTso(DriverMemory memory, long offset, int length, int mss) {
        SendWqe wqe = begin(WorkOpcode.TSO);
        wqe.special().segmentSize = mss;
        wqe.special().headerLength = length;
        if (!requester.takesTsoHeader(length)) {
            error = Errno.EINVAL.number();
            return;
        }
        copy(memory, offset, length, wqe.data(length), 0);
    }

    @Override
    public void rdmaWrite(long rkey, long remoteAddr) {
        remote(begin(WorkOpcode.RDMA_WRITE), rkey, remoteAddr);
    }

    @Override
    public void rdmaWriteImm(long rkey, long remoteAddr, int immData) {
        remote(begin(WorkOpcode.RDMA_WRITE_WITH_IMM), rkey, remoteAddr).immediate = NetworkByteOrder.toMemory(immData);
    }

    @Override
    public void rdmaRead(long rkey, long remoteAddr) {
        remote(begin(WorkOpcode.RDMA_READ), rkey, remoteAddr);
    }

    @Override
    public void atomicCmpSwp(long rkey, long remoteAddr, long compare, long swap) {
        SendWqe wqe = remote(begin(WorkOpcode.ATOMIC_CMP_AND_SWP), rkey, remoteAddr);
        wqe.special().compareAdd = compare;
        wqe.special().swap = swap;
    }

    @Override
    public void atomicFetchAdd(long rkey, long remoteAddr, long add) {
        remote(begin(WorkOpcode.ATOMIC_FETCH_AND_ADD), rkey, remoteAddr).special().compareAdd = add;
    }

    @Override
    public void atomicWrite(long rkey, long remoteAddr, DriverMemory memory, long offset) {
        SendWqe wqe = remote(begin(WorkOpcode.ATOMIC_WRITE), rkey, remoteAddr);
        copy(memory, offset, Long.BYTES, wqe.data(Long.BYTES), 0);
        wqe.inline(Long.BYTES);
    }

    @Override
    public void flush(long rkey, long remoteAddr, long length, int placement, int selectivity) {
        SendWqe wqe = remote(begin(WorkOpcode.FLUSH), rkey, remoteAddr);
        wqe.length = length;
        wqe.special().placement = placement;
        wqe.special().selectivity = selectivity;
    }

    @Override
    public void localInv(long invalidateRkey) {
        begin(WorkOpcode.LOCAL_INV).immediate = (int) invalidateRkey;
    }

    @Override
    public void bindMw(long mw, long rkey, long mr, long addr, long length, int access) {
        SendWqe wqe = begin(WorkOpcode.BIND_MW);
        engine().run(() -> wqe.special().binding = qp().nic().binding(mw, (int) rkey, mr, addr, length, access));
    }

    private static SendWqe remote(SendWqe wqe, long rkey, long remoteAddr) {
        wqe.rkey = (int) rkey;
        wqe.remoteAddress = remoteAddr;
        return wqe;
    }

    // ---------------------------------------------------------------- data and addresses

    @Override
    public void setSge(long lkey, long addr, long length) {
        SendWqe wqe = current();
        wqe.removeSges();
        if (requester.maxSge() < 1) {
            error = errors().builderFull();
            return;
        }
        wqe.addSge(addr, (int) length, (int) lkey);
    }

    @Override
    public void setSgeList(DriverMemory memory, long offset, int numSge) {
        SendWqe wqe = current();
        wqe.removeSges();
        if (numSge > requester.maxSge()) {
            error = errors().builderFull();
            return;
        }
        SimMemory elements = (SimMemory) memory;
        if (qp().has(DataPathTrait.LISTS_HAVE_ONE_LENGTH)) {
            SgeListRule.requireOneLength(
                    qp().toString(),
                    numSge,
                    i -> elements.getInt(offset + (long) i * SgeLayout.SIZE + SgeLayout.LENGTH));
        }
        SendPoster.readSges(wqe, elements, offset, numSge);
    }

    @Override
    public void setInlineData(DriverMemory memory, long offset, int length) {
        SendWqe wqe = current();
        wqe.removeSges();
        if (length > requester.maxInline()) {
            error = errors().builderFull();
            return;
        }
        copy(memory, offset, length, wqe.data(length), 0);
        wqe.inline(length);
    }

    private static void copy(DriverMemory memory, long offset, int length, ByteBuffer target, int position) {
        ((SimMemory) memory).copy(memory.address() + offset, length, target, position);
    }

    @Override
    public void setUdAddr(long ah, long remoteQpn, long remoteQkey) {
        SendWqe wqe = current();
        engine().run(() -> wqe.address = qp().nic().address(ah));
        wqe.remoteQpn = (int) remoteQpn;
        wqe.remoteQkey = (int) remoteQkey;
    }

    @Override
    public void setXrcSrqn(long remoteSrqn) {
        current().srqn = (int) remoteSrqn;
    }
}
