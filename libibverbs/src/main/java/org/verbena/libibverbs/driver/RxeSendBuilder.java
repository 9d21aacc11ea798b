// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.driver;

import org.jspecify.annotations.Nullable;
import org.verbena.attr.Flags;
import org.verbena.attr.SendFlag;
import org.verbena.attr.SendOp;
import org.verbena.libibverbs.abi.Struct;
import org.verbena.spi.DriverMemory;
import org.verbena.spi.model.SgeListRule;
import org.verbena.spi.work.SgeLayout;

/**
 * The send builders of librxe, with corrections for two of them (providers/rxe/rxe.c of rdma-core 44).
 *
 * <ul>
 *   <li>{@code wr_set_inline_data} does not report to the kernel that the data is inline. librxe reads the flag for it
 *       when a work request begins (unchanged in 64). So this class begins a work request only when its data is known.
 *   <li>Up to rdma-core 63, {@code wr_set_sge_list} uses the length of the first element for all elements. So this
 *       class rejects lists with different lengths.
 * </ul>
 */
final class RxeSendBuilder extends NativeSendBuilder {
    private static final int INLINE = (int) SendFlag.INLINE.mask();

    private final Libibverbs library;
    private final String queuePair;
    private long wrId;
    private int flags;
    private @Nullable Runnable begun;
    private @Nullable Runnable address;

    RxeSendBuilder(NativeContext context, Struct qpEx, Flags<SendOp> ops) {
        super(context, qpEx, ops);
        this.library = context.library();
        this.queuePair = "queue pair of " + context.name();
    }

    // ---------------------------------------------------------------- the deferred beginning

    @Override
    public void start() {
        begun = null;
        address = null;
        super.start();
    }

    @Override
    public void next(long number, int sendFlags) {
        wrId = number;
        flags = sendFlags;
        super.next(number, sendFlags);
    }

    @Override
    public void send() {
        begun = super::send;
    }

    @Override
    public void sendImm(int immData) {
        begun = () -> super.sendImm(immData);
    }

    @Override
    public void sendInv(long invalidateRkey) {
        begun = () -> super.sendInv(invalidateRkey);
    }

    @Override
    public void rdmaWrite(long rkey, long remoteAddr) {
        begun = () -> super.rdmaWrite(rkey, remoteAddr);
    }

    @Override
    public void rdmaWriteImm(long rkey, long remoteAddr, int immData) {
        begun = () -> super.rdmaWriteImm(rkey, remoteAddr, immData);
    }

    @Override
    public void rdmaRead(long rkey, long remoteAddr) {
        begun = () -> super.rdmaRead(rkey, remoteAddr);
    }

    @Override
    public void atomicCmpSwp(long rkey, long remoteAddr, long compare, long swap) {
        begun = () -> super.atomicCmpSwp(rkey, remoteAddr, compare, swap);
    }

    @Override
    public void atomicFetchAdd(long rkey, long remoteAddr, long add) {
        begun = () -> super.atomicFetchAdd(rkey, remoteAddr, add);
    }

    /** Sets the address. If librxe has not begun the work request yet, the call is deferred. */
    @Override
    public void setUdAddr(long ah, long remoteQpn, long remoteQkey) {
        if (begun == null) {
            super.setUdAddr(ah, remoteQpn, remoteQkey);
        } else {
            address = () -> super.setUdAddr(ah, remoteQpn, remoteQkey);
        }
    }

    private void begin(int dataFlag) {
        Runnable operation = begun;
        Runnable destination = address;
        begun = null;
        address = null;
        if (operation != null) {
            super.next(wrId, flags | dataFlag);
            operation.run();
        }
        if (destination != null) {
            destination.run();
        }
    }

    // ---------------------------------------------------------------- the data

    @Override
    public void setSge(long lkey, long addr, long length) {
        begin(0);
        super.setSge(lkey, addr, length);
    }

    @Override
    public void setSgeList(DriverMemory memory, long offset, int numSge) {
        long elements = memory.address() + offset;
        SgeListRule.requireOneLength(queuePair, numSge, i -> lengthAt(elements, i));
        begin(0);
        super.setSgeList(memory, offset, numSge);
    }

    @Override
    public void setInlineData(DriverMemory memory, long offset, int length) {
        begin(INLINE);
        super.setInlineData(memory, offset, length);
    }

    private int lengthAt(long elements, int index) {
        return library.intAt(elements + (long) index * SgeLayout.SIZE + SgeLayout.LENGTH);
    }
}
