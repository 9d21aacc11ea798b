// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.driver;

import org.verbena.attr.AccessFlag;
import org.verbena.attr.AhAttr;
import org.verbena.attr.Flags;
import org.verbena.attr.MwType;
import org.verbena.error.VerbsException;
import org.verbena.libibverbs.abi.AddressStructs.IbvAhAttr;
import org.verbena.libibverbs.abi.Frame;
import org.verbena.libibverbs.abi.Struct;
import org.verbena.libibverbs.driver.NativeMr.Extent;
import org.verbena.libibverbs.marshal.AhAttrs;
import org.verbena.libibverbs.marshal.QpMarshal;
import org.verbena.libibverbs.marshal.SrqMarshal;
import org.verbena.spi.BufferPart;
import org.verbena.spi.DriverAh;
import org.verbena.spi.DriverMemory;
import org.verbena.spi.DriverMr;
import org.verbena.spi.DriverMw;
import org.verbena.spi.DriverPd;
import org.verbena.spi.DriverQp;
import org.verbena.spi.DriverSrq;

/** A protection domain: {@code struct ibv_pd}. */
final class NativePd extends NativeObject implements DriverPd {
    NativePd(NativeContext context, long pointer) {
        super(context, pointer, Verb.DEALLOC_PD, "protection domain");
    }

    @Override
    public DriverQp createQp(DriverQp.Init init) {
        try (Frame frame = frame()) {
            Struct request = QpMarshal.plain(frame, init);
            return context()
                    .element(() -> NativeQp.plain(
                            context(), create(Verb.CREATE_QP, pointer(), request.address()), request, init));
        }
    }

    @Override
    public DriverSrq createSrq(DriverSrq.Init init) {
        try (Frame frame = frame()) {
            Struct request = SrqMarshal.plain(frame, init);
            return context()
                    .element(() ->
                            new NativeSrq(context(), create(Verb.CREATE_SRQ, pointer(), request.address()), request));
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
    public DriverMr regMr(BufferPart part, Flags<AccessFlag> access) {
        return regMr(extent(part), access);
    }

    @Override
    public DriverMr regMr(long address, long length, Flags<AccessFlag> access) {
        return regMr(new Extent(address, length, null), access);
    }

    @Override
    public DriverMr regMr(DriverMemory memory, Flags<AccessFlag> access) {
        return regMr(new Extent(memory.address(), memory.length(), memory), access);
    }

    @Override
    public DriverMr regMrIova(BufferPart part, long iova, Flags<AccessFlag> access) {
        return regMr(Verb.REG_MR_IOVA, extent(part), iova, access);
    }

    @Override
    public DriverMw allocMw(MwType type) {
        NativeMw window = new NativeMw(context(), create(Verb.ALLOC_MW, pointer(), type.value()));
        context().hasWindow();
        return window;
    }

    /**
     * Registers memory like the macro {@code ibv_reg_mr}: the iova is the address. In Linux 6.12, the ZERO_BASED flag
     * has no effect (mlx5 ignores it, rxe rejects it). So with this flag, the call explicitly requests iova 0.
     */
    private DriverMr regMr(Extent extent, Flags<AccessFlag> access) {
        long iova = access.contains(AccessFlag.ZERO_BASED) ? 0 : extent.address();
        return regMr(Verb.REG_MR, extent, iova, access);
    }

    private DriverMr regMr(Verb verb, Extent extent, long iova, Flags<AccessFlag> access) {
        try {
            long pointer = create(verb, pointer(), extent.address(), extent.length(), iova, access.mask());
            return new NativeMr(context(), pointer, extent);
        } catch (VerbsException e) {
            throw LockedMemory.explained(e, extent.address(), extent.length());
        }
    }

    private Extent extent(BufferPart part) {
        return Extent.of(context().library(), part);
    }

    private Frame frame() {
        return context().library().frame();
    }

    private long create(Verb verb, long... arguments) {
        return context().calls().create(verb, this, arguments);
    }
}
