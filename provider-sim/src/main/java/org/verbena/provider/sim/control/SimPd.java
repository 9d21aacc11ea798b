package org.verbena.provider.sim.control;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import org.verbena.AccessFlag;
import org.verbena.AhAttr;
import org.verbena.Flags;
import org.verbena.QpInitAttr;
import org.verbena.SrqInitAttr;
import org.verbena.SrqType;
import org.verbena.VerbsException;
import org.verbena.provider.sim.memory.AddressSpace;
import org.verbena.provider.sim.memory.MemoryBlock;
import org.verbena.provider.sim.transport.EventQueue;
import org.verbena.spi.driver.DriverAh;
import org.verbena.spi.driver.DriverMemory;
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
    private final EventQueue events;

    SimPd(SimKernel kernel, EventQueue events) {
        super(kernel, ObjectType.PD, List.of());
        this.events = events;
    }

    @Override
    public DriverQp createQp(QpInitAttr attr) {
        return QpFactory.create("ibv_create_qp", kernel(), events, QpRequest.plain(attr), attr, List.of(this));
    }

    @Override
    public DriverSrq createSrq(SrqInitAttr attr) {
        SrqGrant grant = kernel().model()
                .createSrq(SrqRequest.plain(attr.attr()))
                .orElseThrow("ibv_create_srq", kernel().toString());
        return new SimSrq(kernel(), events, SrqType.BASIC, grant, List.of(this));
    }

    @Override
    public DriverAh createAh(AhAttr attr) {
        kernel().model()
                .createAh(attr, kernel().sourceGids())
                .orElseThrow(ObjectType.AH.createVerb(), kernel().toString());
        return new SimAh(kernel(), this, attr);
    }

    @Override
    public DriverMr regMr(ByteBuffer buffer, Flags<AccessFlag> access) {
        return register(access, mapped(buffer, access));
    }

    @Override
    public DriverMr regMrIova(ByteBuffer buffer, long iova, Flags<AccessFlag> access) {
        SimMr.Memory memory = mapped(buffer, access);
        return register(
                access, new SimMr.Memory(memory.block(), memory.address(), memory.length(), iova, memory.unmap()));
    }

    @Override
    public DriverMr regMr(DriverMemory memory, Flags<AccessFlag> access) {
        return regMr(memory.address(), memory.length(), access);
    }

    @Override
    public DriverMr regMr(long address, long length, Flags<AccessFlag> access) {
        return register(
                access,
                new SimMr.Memory(memory().find(address, length), address, length, iova(address, access), () -> {}));
    }

    private SimMr.Memory mapped(ByteBuffer buffer, Flags<AccessFlag> access) {
        MemoryBlock block = memory().map(buffer);
        long address = block.base() + buffer.position();
        return new SimMr.Memory(
                Optional.of(block), address, buffer.remaining(), iova(address, access), () -> memory().unmap(buffer));
    }

    private static long iova(long address, Flags<AccessFlag> access) {
        return access.contains(AccessFlag.ZERO_BASED) ? 0 : address;
    }

    private AddressSpace memory() {
        return kernel().engine().memory();
    }

    private SimMr register(Flags<AccessFlag> access, SimMr.Memory memory) {
        try {
            MrRequest request = new MrRequest(memory.address(), memory.length(), access);
            kernel().model().regMr(request).orElseThrow(ObjectType.MR.createVerb(), kernel().toString());
            return new SimMr(kernel(), this, memory, access);
        } catch (VerbsException e) {
            memory.unmap().run();
            throw e;
        }
    }
}
