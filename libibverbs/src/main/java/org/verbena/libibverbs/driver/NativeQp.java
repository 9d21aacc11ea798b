// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.driver;

import java.util.Optional;
import org.verbena.QpInitAttr;
import org.verbena.attr.Flags;
import org.verbena.attr.FlowAttr;
import org.verbena.attr.Gid;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpCap;
import org.verbena.attr.QpState;
import org.verbena.attr.SendOp;
import org.verbena.libibverbs.abi.Frame;
import org.verbena.libibverbs.abi.QpStructs.IbvQp;
import org.verbena.libibverbs.abi.QpStructs.IbvQpAttr;
import org.verbena.libibverbs.abi.QpStructs.IbvQpInitAttr;
import org.verbena.libibverbs.abi.Struct;
import org.verbena.libibverbs.call.NativeLinker.NativeFunction;
import org.verbena.libibverbs.marshal.CapMarshal;
import org.verbena.libibverbs.marshal.FlowMarshal;
import org.verbena.libibverbs.marshal.QpAttrs;
import org.verbena.spi.DriverFlow;
import org.verbena.spi.DriverMemory;
import org.verbena.spi.DriverQp;
import org.verbena.spi.DriverSendBuilder;

/** A queue pair: {@code struct ibv_qp}. */
class NativeQp extends NativeObject implements DriverQp {
    private final QpCap granted;
    private final Optional<NativeSendBuilder> sendBuilder;
    private final CqSweep sweep;
    private final NativeFunction postSend;
    private final NativeFunction postRecv;

    NativeQp(
            NativeContext context,
            long pointer,
            Verb destroy,
            QpCap granted,
            Optional<NativeSendBuilder> sendBuilder,
            CqSweep sweep) {
        super(context, pointer, destroy, "queue pair");
        this.granted = granted;
        this.sendBuilder = sendBuilder;
        this.sweep = sweep;
        this.postSend = context.dataPath().postSend(sendBuilder.isPresent());
        this.postRecv = context.dataPath().postRecv();
    }

    /**
     * Creates a queue pair of the plain call, without send builders. {@code ibv_qp_to_qp_ex} is not called: with
     * drivers such as siw and irdma, it would read memory behind their {@code struct ibv_qp} that does not belong to
     * the queue pair.
     */
    static NativeQp plain(NativeContext context, long pointer, Struct request, Init init) {
        return create(context, pointer, grantedIn(request), Optional.empty(), init);
    }

    private static NativeQp create(
            NativeContext context, long pointer, QpCap granted, Optional<NativeSendBuilder> sendBuilder, Init init) {
        CqSweep sweep = CqSweep.of(context, init);
        return context.driver().equals(Optional.of("mlx5"))
                ? new Mlx5Qp(context, pointer, granted, sendBuilder, init, sweep)
                : new NativeQp(context, pointer, Verb.DESTROY_QP, granted, sendBuilder, sweep);
    }

    /** Creates a queue pair of the extended call. */
    static NativeQp extended(NativeContext context, long pointer, Struct request, Init init) {
        Libibverbs library = context.library();
        QpCap granted = grantedIn(request);
        long qpEx = library.call(Verb.QP_TO_QP_EX, pointer).value();
        Optional<NativeSendBuilder> sendBuilder =
                qpEx == 0 ? Optional.empty() : Optional.of(sendBuilder(context, library.struct(qpEx), granted, init));
        if (init.request().has(QpInitAttr.Mask.SEND_OPS_FLAGS)
                && context.driver().equals(Optional.of("mlx5"))) {
            return new Mlx5QpOfOperations(context, pointer, granted, sendBuilder, init);
        }
        return create(context, pointer, granted, sendBuilder, init);
    }

    private static NativeSendBuilder sendBuilder(NativeContext context, Struct qpEx, QpCap granted, Init init) {
        Flags<SendOp> ops = SendBuilders.of(qpEx, init.request().sendOps());
        return switch (context.driver().orElse("")) {
            case "mlx5" ->
                new Mlx5SendBuilder(context, qpEx, ops, granted, init.request().maxTsoHeader());
            case "rxe" -> new RxeSendBuilder(context, qpEx, ops);
            default -> new NativeSendBuilder(context, qpEx, ops);
        };
    }

    /** Creates another handle of an XRC target. It has no capabilities and no send operations. */
    static NativeQp opened(NativeContext context, long pointer) {
        return context.driver().equals(Optional.of("mlx5"))
                ? new OpenedMlx5Qp(context, pointer)
                : new NativeQp(context, pointer, Verb.DESTROY_QP, QpCap.ZERO, Optional.empty(), CqSweep.NONE);
    }

    /** Reads the actual capabilities, which the create call has written to the request. */
    private static QpCap grantedIn(Struct request) {
        return CapMarshal.readQpCap(request.inner(IbvQpInitAttr.CAP));
    }

    @Override
    public long qpNum() {
        return struct().get(IbvQp.QP_NUM);
    }

    @Override
    public QpState state() {
        return QpState.of(struct().getInt(IbvQp.STATE));
    }

    @Override
    public QpCap grantedCap() {
        return granted;
    }

    @Override
    public Query query(Flags<QpAttr.Mask> mask) {
        try (Frame frame = frame()) {
            Struct attr = frame.struct(IbvQpAttr.SIZE);
            Struct initAttr = frame.struct(IbvQpInitAttr.SIZE);
            run(Verb.QUERY_QP, pointer(), attr.address(), mask.mask(), initAttr.address());
            return new Query(
                    QpAttrs.read(attr, mask),
                    CapMarshal.readQpCap(initAttr.inner(IbvQpInitAttr.CAP)),
                    initAttr.get(IbvQpInitAttr.SQ_SIG_ALL) != 0);
        }
    }

    @Override
    public void modify(QpAttr attr) {
        try (Frame frame = frame()) {
            Struct change = frame.struct(IbvQpAttr.SIZE);
            QpAttrs.write(change, attr);
            run(Verb.MODIFY_QP, pointer(), change.address(), attr.attrMask().mask());
            if (isReset(attr)) {
                sweep.hold();
                if (sweep.drop(qpNum())) {
                    // Polling a completion from before the reset has moved the indices of the queues.
                    run(
                            Verb.MODIFY_QP,
                            pointer(),
                            change.address(),
                            attr.attrMask().mask());
                }
            }
        }
    }

    private static boolean isReset(QpAttr attr) {
        return attr.attrMask().contains(QpAttr.Mask.STATE) && attr.qpStateCode() == QpState.RESET.value();
    }

    @Override
    public void destroy() {
        if (sweep == CqSweep.NONE) {
            super.destroy();
        } else {
            context().calls().withoutCreations(() -> {
                long number = qpNum();
                super.destroy();
                sweep.holdAfterDestroy();
                sweep.drop(number);
                return this;
            });
        }
    }

    @Override
    public Optional<Flags<SendOp>> sendOps() {
        return sendBuilder.map(NativeSendBuilder::ops);
    }

    @Override
    public Optional<DriverSendBuilder> sendBuilder() {
        return sendBuilder.map(DriverSendBuilder.class::cast);
    }

    @Override
    public void attachMcast(Gid gid, int lid) {
        mcast(Verb.ATTACH_MCAST, gid, lid);
    }

    @Override
    public void detachMcast(Gid gid, int lid) {
        mcast(Verb.DETACH_MCAST, gid, lid);
    }

    @Override
    public int postSend(DriverMemory memory, long first, long badWr) {
        return PostFunction.post(postSend, pointer(), memory, first, badWr);
    }

    @Override
    public int postRecv(DriverMemory memory, long first, long badWr) {
        return PostFunction.post(postRecv, pointer(), memory, first, badWr);
    }

    private void mcast(Verb verb, Gid gid, int lid) {
        try (Frame frame = frame()) {
            run(verb, pointer(), frame.bytes(gid.raw()), lid);
        }
    }

    private Frame frame() {
        return context().library().frame();
    }

    @Override
    public DriverFlow createFlow(FlowAttr attr) {
        try (Frame frame = frame()) {
            Struct request = FlowMarshal.create(frame, attr);
            return new NativeFlow(
                    context(), context().calls().create(Verb.CREATE_FLOW, this, pointer(), request.address()));
        }
    }
}
