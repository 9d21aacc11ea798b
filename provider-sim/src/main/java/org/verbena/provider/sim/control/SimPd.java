package org.verbena.provider.sim.control;

import java.nio.ByteBuffer;
import java.util.List;
import org.verbena.AccessFlag;
import org.verbena.AhAttr;
import org.verbena.Flags;
import org.verbena.QpInitAttr;
import org.verbena.SrqInitAttr;
import org.verbena.SrqType;
import org.verbena.VerbsException;
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
        kernel().model()
                .createAh(attr, kernel().sourceGids())
                .orElseThrow(ObjectType.AH.createVerb(), kernel().toString());
        return new SimAh(kernel(), this);
    }

    @Override
    public DriverMr regMr(ByteBuffer buffer, Flags<AccessFlag> access) {
        BufferAddresses addresses = kernel().bufferAddresses();
        long address = addresses.map(buffer) + buffer.position();
        try {
            return regMr(address, buffer.remaining(), access, () -> addresses.unmap(buffer));
        } catch (VerbsException e) {
            addresses.unmap(buffer);
            throw e;
        }
    }

    @Override
    public DriverMr regMr(long address, long length, Flags<AccessFlag> access) {
        return regMr(address, length, access, () -> {});
    }

    private SimMr regMr(long address, long length, Flags<AccessFlag> access, Runnable unmap) {
        MrRequest request = new MrRequest(address, length, access);
        kernel().model().regMr(request).orElseThrow(ObjectType.MR.createVerb(), kernel().toString());
        return new SimMr(kernel(), this, address, length, unmap);
    }
}
