// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.control;

import java.util.List;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.AhAttr;
import org.verbena.attr.Flags;
import org.verbena.attr.MwType;
import org.verbena.attr.SrqType;
import org.verbena.error.Diagnosis;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;
import org.verbena.error.Violation;
import org.verbena.provider.sim.memory.AddressSpace;
import org.verbena.provider.sim.transport.EventQueue;
import org.verbena.spi.BufferPart;
import org.verbena.spi.DriverAh;
import org.verbena.spi.DriverMemory;
import org.verbena.spi.DriverMr;
import org.verbena.spi.DriverMw;
import org.verbena.spi.DriverPd;
import org.verbena.spi.DriverQp;
import org.verbena.spi.DriverSrq;
import org.verbena.spi.model.MrRequest;
import org.verbena.spi.model.SrqGrant;

/** A protection domain. */
final class SimPd extends SimObject implements DriverPd {
    /** The mask of the offset in a page of 4096 bytes. */
    private static final long IN_PAGE = 0xFFF;

    private final EventQueue events;

    SimPd(SimKernel kernel, EventQueue events) {
        super(kernel, ObjectType.PD, List.of());
        this.events = events;
    }

    @Override
    public DriverQp createQp(DriverQp.Init init) {
        return QpFactory.create("ibv_create_qp", kernel(), events, init);
    }

    @Override
    public DriverSrq createSrq(DriverSrq.Init init) {
        SrqGrant grant = kernel().model().createSrq(init.request()).orElseThrow("ibv_create_srq", kernel().toString());
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
    public DriverMr regMr(BufferPart part, Flags<AccessFlag> access) {
        return register(access, RegisteredMemory.of(memory(), part, access));
    }

    @Override
    public DriverMr regMrIova(BufferPart part, long iova, Flags<AccessFlag> access) {
        requirePageOffset(AddressSpace.pageOffset(part.whole(), part.position()), iova);
        return register(access, RegisteredMemory.of(memory(), part, access).withIova(iova));
    }

    private void requirePageOffset(int offset, long iova) {
        if (offset != (iova & IN_PAGE)) {
            throw new VerbsException(
                    ObjectType.MR.createVerb(),
                    Errno.EINVAL,
                    kernel().toString(),
                    Diagnosis.of(new Violation(
                            "iova",
                            "0x" + Long.toHexString(iova),
                            "0x" + Integer.toHexString(offset) + " in its low 12 bits",
                            "iova and addr must have the same offset within a page",
                            "Linux drivers/infiniband/core/uverbs_cmd.c: ib_uverbs_reg_mr")));
        }
    }

    @Override
    public DriverMr regMr(DriverMemory memory, Flags<AccessFlag> access) {
        return regMr(memory.address(), memory.length(), access);
    }

    @Override
    public DriverMr regMr(long address, long length, Flags<AccessFlag> access) {
        return register(access, RegisteredMemory.of(memory(), address, length, access));
    }

    private SimMr register(Flags<AccessFlag> access, RegisteredMemory memory) {
        try {
            MrRequest request = new MrRequest(memory.address(), memory.length(), access);
            kernel().model().regMr(request).orElseThrow(ObjectType.MR.createVerb(), kernel().toString());
            return new SimMr(kernel(), this, memory, access);
        } catch (VerbsException e) {
            memory.release().run();
            throw e;
        }
    }

    private AddressSpace memory() {
        return kernel().engine().memory();
    }

    @Override
    public DriverMw allocMw(MwType type) {
        kernel().model().allocMw(type).orElseThrow(ObjectType.MW.createVerb(), kernel().toString());
        return new SimMw(kernel(), this, type);
    }
}
