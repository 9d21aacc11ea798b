package org.verbena.spi.handle;

import org.verbena.*;
import org.verbena.CompletionQueueEx;
import org.verbena.CqInitAttr;
import org.verbena.Flags;
import org.verbena.WcFlag;
import org.verbena.spi.driver.DriverCq;

/** An extended completion queue. */
final class CqExHandle extends CqHandle implements CompletionQueueEx {
    CqExHandle(ContextHandle owner, Resource resource, DriverCq driver, CqInitAttr attr) {
        super(owner, resource, driver, attr);
    }

    @Override
    public Flags<WcFlag> wcFlags() {
        return initAttr().wcFlags();
    }

    @Override
    public boolean startPoll() {
        throw new UnsupportedOperationException("data path");
    }

    @Override
    public boolean nextPoll() {
        throw new UnsupportedOperationException("data path");
    }

    @Override
    public void endPoll() {
        throw new UnsupportedOperationException("data path");
    }

    @Override
    public long wrId() {
        throw new UnsupportedOperationException("data path");
    }

    @Override
    public int statusCode() {
        throw new UnsupportedOperationException("data path");
    }

    @Override
    public int opcodeCode() {
        throw new UnsupportedOperationException("data path");
    }

    @Override
    public long vendorErr() {
        throw new UnsupportedOperationException("data path");
    }

    @Override
    public int completionFlags() {
        throw new UnsupportedOperationException("data path");
    }

    @Override
    public long byteLen() {
        throw new UnsupportedOperationException("data path");
    }

    @Override
    public int immData() {
        throw new UnsupportedOperationException("data path");
    }

    @Override
    public long invalidatedRkey() {
        throw new UnsupportedOperationException("data path");
    }

    @Override
    public long qpNum() {
        throw new UnsupportedOperationException("data path");
    }

    @Override
    public long srcQp() {
        throw new UnsupportedOperationException("data path");
    }

    @Override
    public long slid() {
        throw new UnsupportedOperationException("data path");
    }

    @Override
    public int sl() {
        throw new UnsupportedOperationException("data path");
    }

    @Override
    public int dlidPathBits() {
        throw new UnsupportedOperationException("data path");
    }

    @Override
    public long completionTs() {
        throw new UnsupportedOperationException("data path");
    }

    @Override
    public long completionWallclockNs() {
        throw new UnsupportedOperationException("data path");
    }

    @Override
    public int cvlan() {
        throw new UnsupportedOperationException("data path");
    }

    @Override
    public long flowTag() {
        throw new UnsupportedOperationException("data path");
    }

    @Override
    public TmInfo tmInfo() {
        throw new UnsupportedOperationException("data path");
    }
}
