// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.transport;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.verbena.attr.TmInfo;
import org.verbena.error.Errno;
import org.verbena.spi.DriverCqReader;
import org.verbena.spi.work.WcLayout;

/**
 * Reads the completions of an extended queue one at a time. It copies each one, so that the queue can reuse the entry.
 */
public final class CompletionReader implements DriverCqReader {
    private static final long KILO = 1_000_000;

    private final CompletionRing ring;
    private final Engine engine;
    private final long coreClock;
    private final ByteBuffer entry =
            ByteBuffer.allocate(CompletionRing.ENTRY_SIZE + Long.BYTES).order(ByteOrder.nativeOrder());

    /**
     * Creates a reader.
     *
     * @param ring the completion queue
     * @param engine the fabric's engine
     * @param coreClock the frequency of the device's clock in kHz, 0 if it counts nanoseconds
     */
    public CompletionReader(CompletionRing ring, Engine engine, long coreClock) {
        this.ring = ring;
        this.engine = engine;
        this.coreClock = coreClock;
    }

    @Override
    public int startPoll() {
        return nextPoll();
    }

    @Override
    public int nextPoll() {
        engine.enter();
        try {
            return ring.take(entry) ? 0 : Errno.ENOENT.number();
        } finally {
            try {
                engine.exit();
            } catch (StackOverflowError e) {
                engine.lock.abandoned = true;
            }
        }
    }

    /** Does nothing, because {@link #nextPoll} has already removed the completions. */
    @Override
    public void endPoll() {}

    @Override
    public long wrId() {
        return entry.getLong(WcLayout.WR_ID);
    }

    @Override
    public int status() {
        return entry.getInt(WcLayout.STATUS);
    }

    @Override
    public int opcode() {
        return entry.getInt(WcLayout.OPCODE);
    }

    @Override
    public long vendorErr() {
        return unsigned(WcLayout.VENDOR_ERR);
    }

    @Override
    public long byteLen() {
        return unsigned(WcLayout.BYTE_LEN);
    }

    @Override
    public int immData() {
        return NetworkByteOrder.toMemory(entry.getInt(WcLayout.IMM_DATA));
    }

    @Override
    public long invalidatedRkey() {
        return unsigned(WcLayout.INVALIDATED_RKEY);
    }

    @Override
    public long qpNum() {
        return unsigned(WcLayout.QP_NUM);
    }

    @Override
    public long srcQp() {
        return unsigned(WcLayout.SRC_QP);
    }

    @Override
    public int wcFlags() {
        return entry.getInt(WcLayout.WC_FLAGS);
    }

    @Override
    public long slid() {
        return Short.toUnsignedLong(entry.getShort(WcLayout.SLID));
    }

    @Override
    public int sl() {
        return Byte.toUnsignedInt(entry.get(WcLayout.SL));
    }

    @Override
    public int dlidPathBits() {
        return Byte.toUnsignedInt(entry.get(WcLayout.DLID_PATH_BITS));
    }

    @Override
    public long completionTs() {
        long nanos = entry.getLong(CompletionRing.TIMESTAMP);
        return coreClock == 0 ? nanos : nanos / KILO * coreClock + nanos % KILO * coreClock / KILO;
    }

    @Override
    public long completionWallclockNs() {
        return engine.clock().wallclock(entry.getLong(CompletionRing.TIMESTAMP));
    }

    @Override
    public int cvlan() {
        return entry.getInt(CompletionRing.CVLAN);
    }

    @Override
    public long flowTag() {
        return unsigned(CompletionRing.FLOW_TAG);
    }

    /** Returns zeroes, because the simulator does not support tag matching. */
    @Override
    public TmInfo tmInfo() {
        return new TmInfo(0, 0);
    }

    private long unsigned(int field) {
        return Integer.toUnsignedLong(entry.getInt(field));
    }
}
