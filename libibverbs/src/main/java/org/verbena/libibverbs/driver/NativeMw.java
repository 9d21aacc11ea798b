// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.driver;

import org.verbena.attr.MwType;
import org.verbena.error.Errno;
import org.verbena.libibverbs.abi.Frame;
import org.verbena.libibverbs.abi.MemoryStructs.IbvMr;
import org.verbena.libibverbs.abi.MemoryStructs.IbvMw;
import org.verbena.libibverbs.abi.MemoryStructs.IbvMwBind;
import org.verbena.libibverbs.abi.MemoryStructs.IbvMwBindInfo;
import org.verbena.libibverbs.abi.Struct;
import org.verbena.libibverbs.marshal.Pointed;
import org.verbena.spi.DriverMw;
import org.verbena.spi.DriverQp;

/** A memory window: {@code struct ibv_mw}. */
final class NativeMw extends NativeObject implements DriverMw {
    private final Struct fields;

    NativeMw(NativeContext context, long pointer) {
        super(context, pointer, Verb.DEALLOC_MW, "memory window");
        this.fields = struct();
    }

    @Override
    public long reference() {
        return pointer();
    }

    @Override
    public long rkey() {
        return fields.get(IbvMw.RKEY);
    }

    @Override
    public void bound(long rkey) {
        fields.put(IbvMw.RKEY, rkey);
    }

    /** Binds the window. The checks are those of the inline function. */
    @Override
    public void bind(DriverQp qp, Bind bind) {
        long region = Pointed.pointerOf(bind.mr());
        if (fields.get(IbvMw.TYPE) != MwType.TYPE_1.value()) {
            throw VerbsExceptions.of(Verb.BIND_MW, toString(), Errno.EINVAL);
        }
        if (context().library().struct(region).get(IbvMr.PD) != fields.get(IbvMw.PD)) {
            throw VerbsExceptions.of(Verb.BIND_MW, toString(), Errno.EPERM);
        }
        if (qp instanceof Mlx5Qp mlx5) {
            mlx5.requireBind(bind.length() != 0);
        }
        try (Frame frame = context().library().frame()) {
            Struct request = frame.struct(IbvMwBind.SIZE)
                    .put(IbvMwBind.WR_ID, bind.wrId())
                    .put(IbvMwBind.SEND_FLAGS, bind.sendFlags().mask());
            request.inner(IbvMwBind.BIND_INFO)
                    .put(IbvMwBindInfo.MR, region)
                    .put(IbvMwBindInfo.ADDR, bind.addr())
                    .put(IbvMwBindInfo.LENGTH, bind.length())
                    .put(IbvMwBindInfo.MW_ACCESS_FLAGS, bind.access().mask());
            run(Verb.BIND_MW, ((Pointed) qp).pointer(), pointer(), request.address());
        }
    }
}
