package org.verbena.libibverbs.driver;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.verbena.AccessFlag;
import org.verbena.AhAttr;
import org.verbena.Flags;
import org.verbena.QpInitAttr;
import org.verbena.SrqInitAttr;
import org.verbena.libibverbs.abi.Frame;
import org.verbena.libibverbs.abi.IbvAhAttr;
import org.verbena.libibverbs.abi.Struct;
import org.verbena.libibverbs.marshal.AhAttrs;
import org.verbena.libibverbs.marshal.QpRequests;
import org.verbena.libibverbs.marshal.SrqRequests;
import org.verbena.spi.driver.DriverAh;
import org.verbena.spi.driver.DriverMr;
import org.verbena.spi.driver.DriverPd;
import org.verbena.spi.driver.DriverQp;
import org.verbena.spi.driver.DriverSrq;

/** A protection domain: {@code struct ibv_pd}. */
final class NativePd extends NativeObject implements DriverPd {
    NativePd(NativeContext context, long pointer) {
        super(context, pointer, Verb.DEALLOC_PD, "protection domain");
    }

    @Override
    public DriverQp createQp(QpInitAttr attr) {
        try (Frame frame = frame()) {
            Struct request = QpRequests.plain(frame, attr);
            return NativeQp.plain(context(), create(Verb.CREATE_QP, pointer(), request.address()), request);
        }
    }

    @Override
    public DriverSrq createSrq(SrqInitAttr attr) {
        try (Frame frame = frame()) {
            Struct request = SrqRequests.plain(frame, attr);
            return new NativeSrq(context(), create(Verb.CREATE_SRQ, pointer(), request.address()), request);
        }
    }

    @Override
    public DriverAh createAh(AhAttr attr) {
        try (Frame frame = frame()) {
            Struct request = frame.struct(IbvAhAttr.SIZE);
            AhAttrs.write(request, attr);
            return new NativeAh(context(), create(Verb.CREATE_AH, pointer(), request.address()));
        }
    }

    @Override
    public DriverMr regMr(ByteBuffer buffer, Flags<AccessFlag> access) {
        return regMr(context().library().addressOf(buffer), buffer.remaining(), access, buffer);
    }

    @Override
    public DriverMr regMr(long address, long length, Flags<AccessFlag> access) {
        return regMr(address, length, access, null);
    }

    /** As the macro: the device sees the same address as the processor. */
    private DriverMr regMr(long address, long length, Flags<AccessFlag> access, @Nullable ByteBuffer buffer) {
        long pointer = create(Verb.REG_MR, pointer(), address, length, address, access.mask());
        return new NativeMr(context(), pointer, address, length, buffer);
    }

    private Frame frame() {
        return context().library().frame();
    }

    private long create(Verb verb, long... arguments) {
        return context().calls().create(verb, toString(), arguments);
    }
}
