// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.driver;

import org.verbena.attr.Flags;
import org.verbena.attr.SrqAttr;
import org.verbena.libibverbs.abi.CField;
import org.verbena.libibverbs.abi.Frame;
import org.verbena.libibverbs.abi.SrqStructs.IbvSrq;
import org.verbena.libibverbs.abi.SrqStructs.IbvSrqAttr;
import org.verbena.libibverbs.abi.SrqStructs.IbvSrqInitAttr;
import org.verbena.libibverbs.abi.Struct;
import org.verbena.libibverbs.call.NativeLinker.NativeFunction;
import org.verbena.libibverbs.marshal.CapMarshal;
import org.verbena.spi.DriverMemory;
import org.verbena.spi.DriverSrq;

/** A shared receive queue: {@code struct ibv_srq}. */
class NativeSrq extends NativeObject implements DriverSrq {
    private final SrqAttr granted;
    private final NativeFunction postRecv;

    NativeSrq(NativeContext context, long pointer, Struct request) {
        this(context, pointer, request, Verb.DESTROY_SRQ);
    }

    /** Creates a queue. The create call has written the actual attributes to the request. */
    NativeSrq(NativeContext context, long pointer, Struct request, Verb destroy) {
        super(context, pointer, destroy, "shared receive queue");
        this.granted = CapMarshal.readSrqAttr(request.inner(IbvSrqInitAttr.ATTR));
        this.postRecv = context.dataPath().postSrqRecv();
    }

    /**
     * Initialises the fields for events, as {@code ibv_create_srq} does after the driver has created a queue. For an
     * extended request, libmlx4 creates a basic queue in the same way ({@code mlx4_create_srq_ex}), but nothing
     * initialises these fields. A destroy would then wait for the number of events that the memory contained before.
     */
    final void initialiseEvents() {
        Struct srq = struct().put(IbvSrq.EVENTS_COMPLETED, 0);
        context()
                .library()
                .initialiseEvents(
                        srq.inner(IbvSrq.MUTEX).address(),
                        srq.inner(IbvSrq.COND).address());
    }

    @Override
    public final SrqAttr granted() {
        return granted;
    }

    @Override
    public final SrqAttr query() {
        try (Frame frame = context().library().frame()) {
            Struct answer = frame.struct(IbvSrqAttr.SIZE);
            run(Verb.QUERY_SRQ, pointer(), answer.address());
            return CapMarshal.readSrqAttr(answer);
        }
    }

    @Override
    public final void modify(SrqAttr attr, Flags<SrqAttr.Mask> mask) {
        try (Frame frame = context().library().frame()) {
            Struct change = frame.struct(IbvSrqAttr.SIZE);
            CapMarshal.write(change, attr);
            run(Verb.MODIFY_SRQ, pointer(), change.address(), mask.mask());
        }
    }

    @Override
    public final long srqNum() {
        CField number = new CField(0, CField.Type.U32, Integer.BYTES);
        try (Frame frame = context().library().frame()) {
            Struct answer = frame.struct(number.size());
            run(Verb.GET_SRQ_NUM, pointer(), answer.address());
            return answer.get(number);
        }
    }

    @Override
    public final int postRecv(DriverMemory memory, long first, long badWr) {
        return PostFunction.post(postRecv, pointer(), memory, first, badWr);
    }
}
