package org.verbena.provider.sim.control;

import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.verbena.AccessFlag;
import org.verbena.AhAttr;
import org.verbena.Flags;
import org.verbena.QpInitAttr;
import org.verbena.SrqInitAttr;
import org.verbena.SrqType;
import org.verbena.spi.driver.DriverAh;
import org.verbena.spi.driver.DriverMr;
import org.verbena.spi.driver.DriverPd;
import org.verbena.spi.driver.DriverQp;
import org.verbena.spi.driver.DriverSrq;
import org.verbena.spi.model.MrRequest;
import org.verbena.spi.model.QpRequest;
import org.verbena.spi.model.SrqGrant;
import org.verbena.spi.model.SrqRequest;

/** A protection domain. */
final class SimPd extends SimObject implements DriverPd {
    SimPd(SimKernel kernel) {
        super(kernel, ObjectType.PD, List.of());
    }

    @Override
    public DriverQp createQp(QpInitAttr attr) {
        return QpFactory.create("ibv_create_qp", kernel(), QpRequest.plain(attr), attr, List.of(this));
    }

    @Override
    public DriverSrq createSrq(SrqInitAttr attr) {
        SrqGrant grant = kernel().model()
                .createSrq(SrqRequest.plain(attr.attr()))
                .orElseThrow("ibv_create_srq", kernel().toString());
        return new SimSrq(kernel(), SrqType.BASIC, grant, List.of(this));
    }

    @Override
    public DriverAh createAh(AhAttr attr) {
        kernel().model().createAh(attr).orElseThrow("ibv_create_ah", kernel().toString());
        return new SimAh(kernel(), this);
    }

    @Override
    public DriverMr regMr(ByteBuffer buffer, Flags<AccessFlag> access) {
        long length = buffer.remaining();
        return regMr(kernel().reserveAddresses(length), length, access, buffer);
    }

    @Override
    public DriverMr regMr(long address, long length, Flags<AccessFlag> access) {
        return regMr(address, length, access, null);
    }

    private SimMr regMr(long address, long length, Flags<AccessFlag> access, @Nullable ByteBuffer memory) {
        kernel().model().regMr(new MrRequest(address, length, access)).orElseThrow("ibv_reg_mr", kernel().toString());
        return new SimMr(kernel(), this, address, length, memory);
    }
}
