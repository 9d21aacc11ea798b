// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import org.verbena.CompletionQueueEx;
import org.verbena.CqInitAttr;
import org.verbena.attr.Flags;
import org.verbena.attr.TmInfo;
import org.verbena.attr.WcFlag;
import org.verbena.core.observe.DataPathCounters;
import org.verbena.spi.DriverCq;
import org.verbena.spi.DriverCqReader;

/** An extended completion queue. */
class CqExHandle extends CqHandle implements CompletionQueueEx {
    private final CqReading reading;

    CqExHandle(ContextHandle owner, Resource resource, DriverCq driver, CqInitAttr attr) {
        super(owner, resource, driver, attr);
        this.reading = new CqReading(this, driver);
    }

    /** Creates the handle of an extended completion queue that the driver has created. */
    static CqExHandle of(ContextHandle owner, Resource resource, DriverCq driver, CqInitAttr attr) {
        return DataPathCounters.isEnabled()
                ? CountedCqEx.counted(owner, resource, driver, attr)
                : new CqExHandle(owner, resource, driver, attr);
    }

    /** Counts a poll that has started to read completions in place, or found none. The caller is inside the gate. */
    void started(int result) {}

    /** Counts a completion that is read in place. The caller is inside the gate. */
    void read(DriverCqReader present) {}

    @Override
    public final Flags<WcFlag> wcFlags() {
        return initAttr().wcFlags();
    }

    @Override
    public final boolean startPoll() {
        return reading.start();
    }

    @Override
    public final boolean nextPoll() {
        return reading.next();
    }

    @Override
    public final void endPoll() {
        reading.end();
    }

    @Override
    public final long wrId() {
        return reading.current().wrId();
    }

    @Override
    public final int statusCode() {
        return reading.current().status();
    }

    @Override
    public final int opcodeCode() {
        return reading.current().opcode();
    }

    @Override
    public final long vendorErr() {
        return reading.current().vendorErr();
    }

    @Override
    public final int completionFlags() {
        return reading.current().wcFlags();
    }

    @Override
    public final long byteLen() {
        return reading.with(WcFlag.BYTE_LEN).byteLen();
    }

    @Override
    public final long invalidatedRkey() {
        return reading.with(WcFlag.IMM).invalidatedRkey();
    }

    @Override
    public final long qpNum() {
        return reading.with(WcFlag.QP_NUM).qpNum();
    }

    @Override
    public final long srcQp() {
        return reading.with(WcFlag.SRC_QP).srcQp();
    }

    @Override
    public final long slid() {
        return reading.with(WcFlag.SLID).slid();
    }

    @Override
    public final int sl() {
        return reading.with(WcFlag.SL).sl();
    }

    @Override
    public final int dlidPathBits() {
        return reading.with(WcFlag.DLID_PATH_BITS).dlidPathBits();
    }

    @Override
    public final long completionTs() {
        return reading.with(WcFlag.COMPLETION_TIMESTAMP).completionTs();
    }

    @Override
    public final long completionWallclockNs() {
        return reading.with(WcFlag.COMPLETION_TIMESTAMP_WALLCLOCK).completionWallclockNs();
    }

    @Override
    public final int cvlan() {
        return reading.with(WcFlag.CVLAN).cvlan();
    }

    @Override
    public final long flowTag() {
        return reading.with(WcFlag.FLOW_TAG).flowTag();
    }

    @Override
    public final TmInfo tmInfo() {
        return reading.with(WcFlag.TM_INFO).tmInfo();
    }

    @Override
    public final int immData() {
        return reading.with(WcFlag.IMM).immData();
    }
}
