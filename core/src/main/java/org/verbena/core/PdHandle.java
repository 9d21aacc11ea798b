// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.verbena.AddressHandle;
import org.verbena.MemoryRegion;
import org.verbena.MemoryWindow;
import org.verbena.ProtectionDomain;
import org.verbena.QpInitAttr;
import org.verbena.QueuePair;
import org.verbena.SharedReceiveQueue;
import org.verbena.SrqInitAttr;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.AhAttr;
import org.verbena.attr.Flags;
import org.verbena.attr.MwType;
import org.verbena.core.observe.ObjectKind;
import org.verbena.spi.BufferPart;
import org.verbena.spi.DriverContext;
import org.verbena.spi.DriverMemory;
import org.verbena.spi.DriverMr;
import org.verbena.spi.DriverPd;
import org.verbena.spi.model.MrRequest;

/** A protection domain. */
final class PdHandle extends Handle implements ProtectionDomain, MemoryRegistrar {
    private final DriverPd driver;

    PdHandle(ContextHandle owner, Resource resource, DriverPd driver) {
        super(owner, resource);
        this.driver = driver;
    }

    @Override
    public QueuePair createQp(QpInitAttr attr) {
        return owner().create(
                        "ibv_create_qp",
                        ObjectKind.QP,
                        () -> QpChecks.checkPlain(this, attr),
                        () -> driver.createQp(DriverRequests.qp(driver, attr)),
                        () -> ModelQuery.createQp(attr),
                        (qp, resource) -> QpHandle.of(owner(), resource, qp, attr, Optional.of(this)));
    }

    @Override
    public SharedReceiveQueue createSrq(SrqInitAttr attr) {
        return owner().create(
                        "ibv_create_srq",
                        ObjectKind.SRQ,
                        () -> SrqChecks.checkPlain(this, attr),
                        () -> driver.createSrq(DriverRequests.srq(driver, attr)),
                        () -> ModelQuery.createSrq(attr),
                        (srq, resource) -> new SrqHandle(owner(), resource, srq, attr, this));
    }

    @Override
    public AddressHandle createAh(AhAttr attr) {
        RequestChecks.present("ibv_create_ah", this, attr);
        return owner().create(
                        "ibv_create_ah",
                        ObjectKind.AH,
                        () -> requireOpen("ibv_create_ah"),
                        () -> driver.createAh(attr),
                        () -> ModelQuery.createAh(attr, sourceGids(attr.portNum())),
                        (ah, resource) -> new AhHandle(this, resource, ah, attr));
    }

    /** Returns the number of filled entries of the GID table, counted from the first. */
    private int sourceGids(int portNum) {
        return (int) owner().queryGidTable().stream()
                .filter(entry -> entry.portNum() == portNum)
                .count();
    }

    @Override
    public MemoryRegion regMr(ByteBuffer buffer, Flags<AccessFlag> access) {
        BufferPart part = MrChecks.check(this, buffer, access);
        return register(
                () -> requireOpen("ibv_reg_mr"),
                () -> driver.regMr(part, access),
                () -> request(part, access),
                () -> Registration.of(this, RegionMemory.of(part.content()), access));
    }

    @Override
    public MemoryRegion regMr(long address, long length, Flags<AccessFlag> access) {
        return register(
                () -> MrChecks.check(this, access),
                () -> driver.regMr(address, length, access),
                () -> new MrRequest(address, length, access),
                () -> Registration.of(this, RegionMemory.UNKNOWN, access));
    }

    @Override
    public MemoryRegion regMrIova(ByteBuffer buffer, long iova, Flags<AccessFlag> access) {
        BufferPart part = MrChecks.check(this, buffer, access);
        return register(
                () -> requireOpen("ibv_reg_mr"),
                () -> driver.regMrIova(part, iova, access),
                () -> request(part, access),
                () -> new Registration(this, RegionMemory.of(part.content()), OptionalLong.of(iova), access));
    }

    @Override
    public MemoryRegion allocMr(long length, Flags<AccessFlag> access) {
        MrChecks.checkAllocation(this, length, access);
        DriverMemory memory = owner().allocate(length);
        return regMr(memory, RegionMemory.allocated(memory), access);
    }

    @Override
    public MemoryRegion regMr(DriverMemory memory, Flags<AccessFlag> access) {
        return regMr(memory, RegionMemory.of(memory), access);
    }

    private MemoryRegion regMr(DriverMemory memory, RegionMemory views, Flags<AccessFlag> access) {
        return register(
                () -> MrChecks.check(this, access),
                () -> driver.regMr(memory, access),
                () -> new MrRequest(memory.address(), memory.length(), access),
                () -> Registration.of(this, views, access));
    }

    private MrRequest request(BufferPart part, Flags<AccessFlag> access) {
        DriverContext context = (DriverContext) owner().driver();
        return new MrRequest(context.addressOf(part).orElseThrow(), part.length(), access);
    }

    private MemoryRegion register(
            Runnable check,
            Supplier<DriverMr> driverCall,
            Supplier<MrRequest> request,
            Supplier<Registration> registration) {
        return owner().create(
                        "ibv_reg_mr",
                        ObjectKind.MR,
                        check,
                        driverCall,
                        () -> ModelQuery.regMr(request.get()),
                        (DriverMr mr, Resource resource) -> new MrHandle(owner(), resource, mr, registration.get()));
    }

    @Override
    public MemoryWindow allocMw(MwType type) {
        return owner().create(
                        "ibv_alloc_mw",
                        ObjectKind.MW,
                        () -> {
                            requireOpen("ibv_alloc_mw");
                            RequestChecks.present("ibv_alloc_mw", this, type);
                        },
                        () -> driver.allocMw(type),
                        () -> ModelQuery.allocMw(type),
                        (mw, resource) -> new MwHandle(this, resource, mw, type));
    }
}
