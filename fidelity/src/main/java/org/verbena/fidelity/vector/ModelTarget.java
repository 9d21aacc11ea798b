// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.vector;

import java.util.function.Function;
import org.verbena.attr.AhAttr;
import org.verbena.attr.Gid;
import org.verbena.attr.GlobalRoute;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpState;
import org.verbena.fidelity.state.ValidAttributes;
import org.verbena.spi.model.DriverModel;
import org.verbena.spi.model.QpChange;
import org.verbena.spi.model.QpGrant;
import org.verbena.spi.model.SrqChange;
import org.verbena.spi.model.SrqGrant;
import org.verbena.spi.model.SrqRequest;
import org.verbena.spi.model.Verdict;

/** Answers requests with a model. */
final class ModelTarget implements Request.Visitor<Answer> {
    /** An IPv4 address, which follows the link-local address in the GID table of RoCE ports. */
    private static final AhAttr PATH = AhAttr.global(
            GlobalRoute.to(Gid.parse("0000:0000:0000:0000:0000:ffff:c0a8:6301"), 0), ValidAttributes.PORT);

    private final DriverModel model;

    ModelTarget(DriverModel model) {
        this.model = model;
    }

    @Override
    public Answer createQp(Request.CreateQp request) {
        return answer(model.createQp(ModelRequests.of(request)), ModelTarget::answer);
    }

    private static Answer answer(QpGrant grant) {
        return Answer.granted(NamedCaps.of(grant.granted()))
                .withQueried(NamedCaps.of(grant.queried()))
                .withQpEx(grant.builders().isPresent());
    }

    @Override
    public Answer modifyQp(Request.ModifyQp request) {
        // A new queue pair has no port.
        QpAttr before = ValidAttributes.over(PATH)
                .qpState(request.from())
                .portNum(request.from() == QpState.RESET ? 0 : ValidAttributes.PORT)
                .build();
        QpAttr wanted = ValidAttributes.over(PATH)
                .curQpState(request.from())
                .qpState(request.to())
                .attrMask(request.attrMask())
                .build();
        Verdict<QpAttr> verdict = model.modifyQp(new QpChange(request.qpTypeCode(), false, before, wanted));
        QpState then = verdict instanceof Verdict.Granted<QpAttr> granted
                ? granted.grant().qpState()
                : request.from();
        return answer(verdict, after -> Answer.granted(NamedCaps.NONE)).withThen(then);
    }

    @Override
    public Answer createCq(Request.CreateCq request) {
        return answer(model.createCq(ModelRequests.of(request)), cqe -> Answer.granted(NamedCaps.ofCqe(cqe)));
    }

    @Override
    public Answer resizeCq(Request.ResizeCq request) {
        return answer(model.resizeCq(request.fromCqe(), request.cqe()), cqe -> Answer.granted(NamedCaps.ofCqe(cqe)));
    }

    @Override
    public Answer createSrq(Request.CreateSrq request) {
        return answer(
                model.createSrq(ModelRequests.of(request)),
                grant -> Answer.granted(NamedCaps.of(grant.granted())).withQueried(NamedCaps.of(grant.queried())));
    }

    @Override
    public Answer modifySrq(Request.ModifySrq request) {
        SrqGrant created =
                model.createSrq(SrqRequest.plain(request.created())).orElseThrow("ibv_create_srq", model.toString());
        SrqChange change = new SrqChange(created.queried(), request.attr(), request.attrMask());
        return answer(
                model.modifySrq(change), after -> Answer.granted(NamedCaps.NONE).withQueried(NamedCaps.of(after)));
    }

    @Override
    public Answer createWq(Request.CreateWq request) {
        return answer(model.createWq(ModelRequests.of(request)), cap -> Answer.granted(NamedCaps.of(cap)));
    }

    private static <G> Answer answer(Verdict<G> verdict, Function<G, Answer> grant) {
        if (verdict instanceof Verdict.Granted<G> granted) {
            return grant.apply(granted.grant());
        }
        Verdict.Refused<G> refused = (Verdict.Refused<G>) verdict;
        return Answer.refused(refused.errno().name(), refused.violations());
    }
}
