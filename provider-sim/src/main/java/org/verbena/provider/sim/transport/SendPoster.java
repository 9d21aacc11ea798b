// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.transport;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.verbena.attr.SendFlag;
import org.verbena.error.Errno;
import org.verbena.provider.sim.memory.PackedInts;
import org.verbena.provider.sim.memory.SimMemory;
import org.verbena.provider.sim.wire.Service;
import org.verbena.spi.model.DataPathTrait;
import org.verbena.spi.model.PostErrors;
import org.verbena.spi.work.SendWrLayout;
import org.verbena.spi.work.SgeLayout;

/**
 * Reads lists of send work requests into the queue, and rejects the work requests that the driver's library rejects.
 */
final class SendPoster {
    private static final int INLINE = (int) SendFlag.INLINE.mask();
    private static final int ATOMIC_LENGTH = 8;

    private final PostErrors errors;

    /** Holds a work request while it is checked, if the queue has no free slot. */
    private final SendWqe spare = new SendWqe();

    SendPoster(PostErrors errors) {
        this.errors = errors;
    }

    /** Posts a list. Returns 0 or the error number of the driver. */
    int post(Requester requester, SimMemory memory, long first, long badWr) {
        TransportQp qp = requester.qp();
        int result = postAll(requester, memory, first, badWr);
        if (requester.isEarly() && qp.has(DataPathTrait.EARLY_SEND_IS_QUEUED)) {
            // rxe.c, rxe_post_send: the doorbell fails, and no work request is marked as bad.
            if (result == 0) {
                memory.putLong(badWr, 0);
            }
            return errors.earlySend();
        }
        requester.pump();
        return result;
    }

    /** Posts the binding of a window. Returns 0 or the error number. */
    int bind(Requester requester, long wrId, int flags, @Nullable WindowBinding binding) {
        if (requester.isEarly()) {
            return errors.earlySend();
        }
        if (requester.ring().isFull()) {
            return Errno.ENOMEM.number();
        }
        SendWqe wqe = requester.ring().claim();
        wqe.wrId = wrId;
        wqe.opcode = WorkOpcode.BIND_MW;
        wqe.flags = flags;
        wqe.special().binding = binding;
        requester.ring().push();
        requester.pump();
        return 0;
    }

    private int postAll(Requester requester, SimMemory memory, long first, long badWr) {
        long base = memory.address();
        long wr = first;
        while (true) {
            int error = postOne(requester, memory, wr);
            if (error != 0) {
                memory.putLong(badWr, base + wr);
                return error;
            }
            long next = memory.getLong(wr + SendWrLayout.NEXT);
            if (next == 0) {
                return 0;
            }
            wr = next - base;
        }
    }

    private int postOne(Requester requester, SimMemory memory, long wr) {
        TransportQp qp = requester.qp();
        long sgesAndOpcode = memory.getLong(wr + SendWrLayout.NUM_SGE);
        int opcode = PackedInts.second(sgesAndOpcode);
        if (!WorkOpcode.isKnown(opcode) && qp.has(DataPathTrait.REJECTS_UNKNOWN_OPCODE)) {
            return Errno.EINVAL.number();
        }
        if (requester.isEarly() && qp.has(DataPathTrait.REJECTS_EARLY_SEND)) {
            // mlx5: _mlx5_post_send looks at the opcode first. The others give one error number to both.
            return errors.earlySend();
        }
        boolean full = requester.ring().isFull();
        if (full && !qp.has(DataPathTrait.CHECKS_BEFORE_SLOTS)) {
            return Errno.ENOMEM.number();
        }
        int numSge = PackedInts.first(sgesAndOpcode);
        long flagsAndImmediate = memory.getLong(wr + SendWrLayout.SEND_FLAGS);
        int flags = PackedInts.first(flagsAndImmediate);
        if (numSge < 0 || (numSge > requester.maxSge() && !mayExceedMaxSge(qp, flags))) {
            return errors.sendSge();
        }
        SendWqe wqe = full ? spare() : requester.ring().claim();
        wqe.wrId = memory.getLong(wr + SendWrLayout.WR_ID);
        wqe.opcode = opcode;
        wqe.flags = flags;
        wqe.immediate = PackedInts.second(flagsAndImmediate);
        readSges(wqe, memory, memory.getLong(wr + SendWrLayout.SG_LIST) - memory.address(), numSge);
        if (WorkOpcode.isAtomic(opcode) && qp.has(DataPathTrait.ATOMICS_TAKE_EIGHT_BYTES)) {
            wqe.stretchSges(ATOMIC_LENGTH);
        }
        if (opcode != WorkOpcode.SEND || !qp.isConnected()) {
            readOperation(qp, wqe, memory, wr);
        }
        int error = check(requester, wqe);
        if (error == 0 && wqe.isInline()) {
            error = copyInline(qp, wqe, memory);
        }
        if (error != 0) {
            return error;
        }
        if (full) {
            return Errno.ENOMEM.number();
        }
        requester.ring().push();
        return 0;
    }

    private SendWqe spare() {
        spare.clear();
        return spare;
    }

    private static boolean mayExceedMaxSge(TransportQp qp, int flags) {
        return (flags & INLINE) != 0 && qp.has(DataPathTrait.INLINE_IGNORES_MAX_SGE);
    }

    /** Adds elements to a work request. */
    static void readSges(SendWqe wqe, SimMemory memory, long first, int number) {
        long sge = first;
        for (int i = 0; i < number; i++, sge += SgeLayout.SIZE) {
            long lengthAndKey = memory.getLong(sge + SgeLayout.LENGTH);
            wqe.addSge(
                    memory.getLong(sge + SgeLayout.ADDR),
                    PackedInts.first(lengthAndKey),
                    PackedInts.second(lengthAndKey));
        }
    }

    private static void readOperation(TransportQp qp, SendWqe wqe, SimMemory memory, long wr) {
        if (qp.service() == Service.DATAGRAM) {
            wqe.address = qp.nic().address(memory.getLong(wr + SendWrLayout.UD_AH));
            wqe.remoteQpn = memory.getInt(wr + SendWrLayout.UD_REMOTE_QPN);
            wqe.remoteQkey = memory.getInt(wr + SendWrLayout.UD_REMOTE_QKEY);
            return;
        }
        wqe.srqn = memory.getInt(wr + SendWrLayout.XRC_REMOTE_SRQN);
        switch (wqe.opcode) {
            case WorkOpcode.ATOMIC_CMP_AND_SWP, WorkOpcode.ATOMIC_FETCH_AND_ADD -> {
                wqe.remoteAddress = memory.getLong(wr + SendWrLayout.ATOMIC_REMOTE_ADDR);
                wqe.rkey = memory.getInt(wr + SendWrLayout.ATOMIC_RKEY);
                wqe.special().compareAdd = memory.getLong(wr + SendWrLayout.ATOMIC_COMPARE_ADD);
                wqe.special().swap = memory.getLong(wr + SendWrLayout.ATOMIC_SWAP);
            }
            case WorkOpcode.BIND_MW ->
                wqe.special().binding = qp.nic()
                        .binding(
                                memory.getLong(wr + SendWrLayout.BIND_MW_MW),
                                memory.getInt(wr + SendWrLayout.BIND_MW_RKEY),
                                memory.getLong(wr + SendWrLayout.BIND_INFO_MR),
                                memory.getLong(wr + SendWrLayout.BIND_INFO_ADDR),
                                memory.getLong(wr + SendWrLayout.BIND_INFO_LENGTH),
                                memory.getInt(wr + SendWrLayout.BIND_INFO_ACCESS));
            case WorkOpcode.TSO -> {
                wqe.special().headerLength = memory.getShort(wr + SendWrLayout.TSO_HDR_SZ);
                wqe.special().segmentSize = memory.getShort(wr + SendWrLayout.TSO_MSS);
                copy(
                        qp,
                        memory,
                        memory.getLong(wr + SendWrLayout.TSO_HDR),
                        wqe.special().headerLength,
                        wqe.data(wqe.special().headerLength),
                        0);
            }
            default -> {
                wqe.remoteAddress = memory.getLong(wr + SendWrLayout.RDMA_REMOTE_ADDR);
                wqe.rkey = memory.getInt(wr + SendWrLayout.RDMA_RKEY);
            }
        }
    }

    private int check(Requester requester, SendWqe wqe) {
        TransportQp qp = requester.qp();
        if (wqe.opcode == WorkOpcode.TSO
                && qp.service() == Service.RAW
                && !requester.takesTsoHeader(wqe.special().headerLength)) {
            return Errno.EINVAL.number();
        }
        if (!requester.takesChecksums(wqe)) {
            return Errno.EINVAL.number();
        }
        if (wqe.isInline() && wqe.length > requester.maxInline()) {
            return errors.inline();
        }
        if (qp.has(DataPathTrait.REJECTS_UNSIGNALED) && !wqe.isSignaled() && !requester.signalsAll()) {
            return Errno.EINVAL.number();
        }
        if (qp.has(DataPathTrait.CHECKS_ATOMICS)
                && WorkOpcode.isAtomic(wqe.opcode)
                && (wqe.length < ATOMIC_LENGTH || wqe.remoteAddress % ATOMIC_LENGTH != 0)) {
            return Errno.EINVAL.number();
        }
        boolean badBind = wqe.opcode == WorkOpcode.BIND_MW
                && (wqe.length != 0 || wqe.numSge() != 0 || wqe.immediate != 0 || !qp.isConnected());
        return badBind && qp.has(DataPathTrait.CHECKS_BINDS) ? Errno.EINVAL.number() : 0;
    }

    private static int copyInline(TransportQp qp, SendWqe wqe, SimMemory memory) {
        ByteBuffer data = wqe.data((int) wqe.length);
        int filled = 0;
        for (int i = 0; i < wqe.numSge(); i++) {
            int part = (int) wqe.sgeLength(i);
            if (!copy(qp, memory, wqe.sgeAddress(i), part, data, filled)) {
                return Errno.EFAULT.number();
            }
            filled += part;
        }
        return 0;
    }

    /** Copies bytes that a work request names without a key. The driver's library reads them from any address. */
    private static boolean copy(
            TransportQp qp, SimMemory memory, long address, int length, ByteBuffer target, int position) {
        return memory.copy(address, length, target, position)
                || qp.engine().memory().copy(address, length, target, position);
    }
}
