package org.verbena.spi.handle;

import java.nio.ByteBuffer;
import org.verbena.*;
import org.verbena.AccessFlag;
import org.verbena.AddressHandle;
import org.verbena.AhAttr;
import org.verbena.Flags;
import org.verbena.MemoryRegion;
import org.verbena.ProtectionDomain;
import org.verbena.QpInitAttr;
import org.verbena.QueuePair;
import org.verbena.SharedReceiveQueue;
import org.verbena.SrqInitAttr;
import org.verbena.spi.driver.DriverMr;
import org.verbena.spi.driver.DriverPd;

/** A protection domain. */
final class PdHandle extends Handle implements ProtectionDomain {
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
                        () -> QpRequests.checkPlain(this, attr),
                        () -> owner().diagnosed(() -> driver.createQp(attr), () -> Question.createQp(attr)),
                        (qp, resource) -> new QpHandle(owner(), resource, qp, QpRequests.in(this, attr)));
    }

    @Override
    public SharedReceiveQueue createSrq(SrqInitAttr attr) {
        return owner().create(
                        "ibv_create_srq",
                        ObjectKind.SRQ,
                        () -> SrqRequests.checkPlain(this, attr),
                        () -> owner().diagnosed(() -> driver.createSrq(attr), () -> Question.createSrq(attr)),
                        (srq, resource) -> new SrqHandle(owner(), resource, srq, attr, this));
    }

    @Override
    public AddressHandle createAh(AhAttr attr) {
        Requests.present("ibv_create_ah", this, attr);
        return owner().create(
                        "ibv_create_ah",
                        ObjectKind.AH,
                        () -> requireOpen("ibv_create_ah"),
                        () -> driver.createAh(attr),
                        (ah, resource) -> new AhHandle(this, resource, attr));
    }

    @Override
    public MemoryRegion regMr(ByteBuffer buffer, Flags<AccessFlag> access) {
        return owner().create(
                        "ibv_reg_mr",
                        ObjectKind.MR,
                        () -> MrRequests.check(this, buffer, access),
                        () -> driver.regMr(buffer, access),
                        (DriverMr mr, Resource resource) -> new MrHandle(this, resource, mr, access));
    }

    @Override
    public MemoryRegion regMr(long address, long length, Flags<AccessFlag> access) {
        return owner().create(
                        "ibv_reg_mr",
                        ObjectKind.MR,
                        () -> MrRequests.check(this, access),
                        () -> driver.regMr(address, length, access),
                        (DriverMr mr, Resource resource) -> new MrHandle(this, resource, mr, access));
    }

    @Override
    public MemoryRegion regMrIova(ByteBuffer buffer, long iova, Flags<AccessFlag> access) {
        throw new UnsupportedOperationException("data path");
    }

    @Override
    public MemoryRegion allocMr(long length, Flags<AccessFlag> access) {
        throw new UnsupportedOperationException("data path");
    }

    @Override
    public MemoryWindow allocMw(MwType type) {
        throw new UnsupportedOperationException("data path");
    }
}
