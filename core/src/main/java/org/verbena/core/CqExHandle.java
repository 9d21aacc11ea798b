// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import org.verbena.CompletionQueueEx;
import org.verbena.CqInitAttr;
import org.verbena.attr.Flags;
import org.verbena.attr.TmInfo;
import org.verbena.attr.WcFlag;
import org.verbena.spi.DriverCq;

/** An extended completion queue. */
final class CqExHandle extends CqHandle implements CompletionQueueEx {
    private final CqReading reading;

    CqExHandle(ContextHandle owner, Resource resource, DriverCq driver, CqInitAttr attr) {
        super(owner, resource, driver, attr);
        this.reading = new CqReading(this, driver);
    }

    @Override
    public Flags<WcFlag> wcFlags() {
        return initAttr().wcFlags();
    }

    @Override
    public boolean startPoll() {
        return reading.start();
    }

    @Override
    public boolean nextPoll() {
        return reading.next();
    }

    @Override
    public void endPoll() {
        reading.end();
    }

    @Override
    public long wrId() {
        return reading.current().wrId();
    }

    @Override
    public int statusCode() {
        return reading.current().status();
    }

    @Override
    public int opcodeCode() {
        return reading.current().opcode();
    }

    @Override
    public long vendorErr() {
        return reading.current().vendorErr();
    }

    @Override
    public int completionFlags() {
        return reading.current().wcFlags();
    }

    @Override
    public long byteLen() {
        return reading.with(WcFlag.BYTE_LEN).byteLen();
    }

    @Override
    public long invalidatedRkey() {
        return reading.with(WcFlag.IMM).invalidatedRkey();
    }

    @Override
    public long qpNum() {
        return reading.with(WcFlag.QP_NUM).qpNum();
    }

    @Override
    public long srcQp() {
        return reading.with(WcFlag.SRC_QP).srcQp();
    }

    @Override
    public long slid() {
        return reading.with(WcFlag.SLID).slid();
    }

    @Override
    public int sl() {
        return reading.with(WcFlag.SL).sl();
    }

    @Override
    public int dlidPathBits() {
        return reading.with(WcFlag.DLID_PATH_BITS).dlidPathBits();
    }

    @Override
    public long completionTs() {
        return reading.with(WcFlag.COMPLETION_TIMESTAMP).completionTs();
    }

    @Override
    public long completionWallclockNs() {
        return reading.with(WcFlag.COMPLETION_TIMESTAMP_WALLCLOCK).completionWallclockNs();
    }

    @Override
    public int cvlan() {
        return reading.with(WcFlag.CVLAN).cvlan();
    }

    @Override
    public long flowTag() {
        return reading.with(WcFlag.FLOW_TAG).flowTag();
    }

    @Override
    public TmInfo tmInfo() {
        return reading.with(WcFlag.TM_INFO).tmInfo();
    }

    @Override
    public int immData() {
        return reading.with(WcFlag.IMM).immData();
    }
}
