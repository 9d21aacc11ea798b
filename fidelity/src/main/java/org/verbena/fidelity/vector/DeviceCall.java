// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.vector;

import java.util.function.Function;
import java.util.function.Supplier;
import org.verbena.CompletionQueue;
import org.verbena.CqInitAttr;
import org.verbena.DeviceContext;
import org.verbena.QpInitAttr;
import org.verbena.QueuePair;
import org.verbena.SharedReceiveQueue;
import org.verbena.SrqInitAttr;
import org.verbena.WorkQueue;
import org.verbena.WqInitAttr;
import org.verbena.attr.AhAttr;
import org.verbena.attr.Flags;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpCap;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.error.InvalidRequestException;
import org.verbena.error.VerbsException;
import org.verbena.fidelity.state.QpWalk;
import org.verbena.fidelity.state.ValidAttributes;

/** Executes one request on a device, with its objects. */
final class DeviceCall implements Request.Visitor<Answer> {
    private static final QpCap SENDING = ValidAttributes.CAP.withMaxRecvWr(0).withMaxRecvSge(0);

    private final RequestObjects objects;
    private final DeviceContext context;
    private final Supplier<AhAttr> address;

    DeviceCall(RequestObjects objects, Supplier<AhAttr> address) {
        this.objects = objects;
        this.context = objects.context();
        this.address = address;
    }

    // ---------------------------------------------------------------- queue pairs

    @Override
    public Answer createQp(Request.CreateQp request) {
        QpInitAttr attr = QpInitAttrs.of(request, objects);
        Supplier<QueuePair> creation = request.extended()
                ? () -> context.createQpEx(attr)
                : () -> objects.pd().createQp(attr);
        return answer(() -> objects.keep(creation.get()), DeviceCall::answer);
    }

    private static Answer answer(QueuePair qp) {
        Answer granted = Answer.granted(NamedCaps.of(qp.grantedCap()))
                .withQpEx(qp.toQpEx().isPresent());
        return ifAnswered(
                granted,
                () -> granted.withQueried(NamedCaps.of(qp.query().attr().cap())));
    }

    @Override
    public Answer modifyQp(Request.ModifyQp request) {
        QueuePair qp = objects.helper("queue pair", () -> smallQp(request.qpTypeCode()));
        bring(qp, request.from());
        QpAttr attr = ValidAttributes.over(address.get())
                .curQpState(request.from())
                .qpState(request.to())
                .attrMask(request.attrMask())
                .build();
        Answer answer = answer(
                () -> {
                    qp.modify(attr);
                    return qp;
                },
                changed -> Answer.granted(NamedCaps.NONE));
        return ifAnswered(
                answer,
                () -> answer.withThen(
                        qp.query(Flags.of(QpAttr.Mask.STATE)).attr().qpState()));
    }

    private QueuePair smallQp(int qpTypeCode) {
        QpInitAttr.Builder attr = QpInitAttr.builder().qpTypeCode(qpTypeCode);
        return switch (QpType.of(qpTypeCode)) {
            case XRC_RECV -> context.createQpEx(attr.xrcd(objects.xrcd()).build());
            case XRC_SEND ->
                context.createQpEx(
                        attr.cap(SENDING).pd(objects.pd()).sendCq(objects.cq()).build());
            default ->
                objects.pd()
                        .createQp(attr.cap(ValidAttributes.CAP)
                                .sendCq(objects.cq())
                                .recvCq(objects.cq())
                                .build());
        };
    }

    private void bring(QueuePair qp, QpState state) {
        if (!QpWalk.leadsTo(state)) {
            throw new NotAskableException("ibv_modify_qp cannot reach state " + state);
        }
        try {
            new QpWalk(qp, address.get()).to(state);
        } catch (VerbsException e) {
            throw new NotAskableException("the change to state " + state + " ends in " + qp.state(), e);
        }
        // iWARP adapters accept changes without effect, because the connection manager sets their states.
        QpState there = ifAnswered(
                state, () -> qp.query(Flags.of(QpAttr.Mask.STATE)).attr().qpState());
        if (there != state) {
            throw new NotAskableException("the change to state " + state + " ends in " + there);
        }
    }

    // ---------------------------------------------------------------- completion queues

    @Override
    public Answer createCq(Request.CreateCq request) {
        CqInitAttr.Builder attr = CqInitAttr.builder().cqe(request.cqe()).compVector(request.compVector());
        if (!request.extended()) {
            return answer(() -> objects.keep(context.createCq(attr.build())), DeviceCall::answer);
        }
        attr.wcFlags(request.wcFlags()).flags(request.flags()).compMask(request.compMask());
        return answer(() -> objects.keep(context.createCqEx(attr.build())), DeviceCall::answer);
    }

    private static Answer answer(CompletionQueue cq) {
        return Answer.granted(NamedCaps.ofCqe(cq.grantedCqe()));
    }

    @Override
    public Answer resizeCq(Request.ResizeCq request) {
        CompletionQueue cq = objects.cqOf(request.fromCqe());
        return answer(
                () -> {
                    cq.resize(request.cqe());
                    return cq;
                },
                DeviceCall::answer);
    }

    // ---------------------------------------------------------------- shared receive queues

    @Override
    public Answer createSrq(Request.CreateSrq request) {
        SrqInitAttr attr = SrqInitAttrs.of(request, objects);
        Supplier<SharedReceiveQueue> creation = request.extended()
                ? () -> context.createSrqEx(attr)
                : () -> objects.pd().createSrq(attr);
        return answer(() -> objects.keep(creation.get()), srq -> {
            Answer granted = Answer.granted(NamedCaps.of(srq.grantedAttr()));
            return ifAnswered(granted, () -> granted.withQueried(NamedCaps.of(srq.query())));
        });
    }

    @Override
    public Answer modifySrq(Request.ModifySrq request) {
        SharedReceiveQueue srq = objects.keep(objects.pd()
                .createSrq(SrqInitAttr.builder().attr(request.created()).build()));
        return answer(
                () -> {
                    srq.modify(request.attr(), request.attrMask());
                    return srq;
                },
                changed -> {
                    Answer granted = Answer.granted(NamedCaps.NONE);
                    return ifAnswered(granted, () -> granted.withQueried(NamedCaps.of(changed.query())));
                });
    }

    // ---------------------------------------------------------------- work queues

    @Override
    public Answer createWq(Request.CreateWq request) {
        WqInitAttr attr = WqInitAttr.builder()
                .wqTypeCode(request.wqTypeCode())
                .pd(objects.pd())
                .cq(objects.cq())
                .maxWr(request.cap().maxWr())
                .maxSge(request.cap().maxSge())
                .createFlags(request.createFlags())
                .compMask(request.compMask())
                .build();
        return answer(
                () -> objects.keep(context.createWq(attr)),
                (WorkQueue wq) -> Answer.granted(NamedCaps.of(wq.grantedCap())));
    }

    // ---------------------------------------------------------------- answers

    private static <T> Answer answer(Supplier<T> call, Function<T, Answer> granted) {
        T made;
        try {
            made = call.get();
        } catch (InvalidRequestException e) {
            throw e;
        } catch (VerbsException e) {
            return Answer.refused(e.errno().name(), e.diagnosis().violations());
        }
        return granted.apply(made);
    }

    /** Returns the result of a query, or the answer without it if the device does not support the query. */
    private static <T> T ifAnswered(T without, Supplier<T> with) {
        try {
            return with.get();
        } catch (VerbsException e) {
            return without;
        }
    }
}
