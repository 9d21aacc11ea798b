// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.vector;

import java.util.Optional;
import java.util.OptionalInt;
import org.verbena.QpInitAttr;
import org.verbena.attr.Flags;
import org.verbena.attr.SrqType;
import org.verbena.spi.model.CqRequest;
import org.verbena.spi.model.QpRequest;
import org.verbena.spi.model.SrqRequest;
import org.verbena.spi.model.WqRequest;

/** Converts requests to the types that models accept. */
final class ModelRequests {
    private static final Flags<QpInitAttr.Mask> PLAIN = Flags.of(QpInitAttr.Mask.PD);

    private ModelRequests() {}

    static QpRequest of(Request.CreateQp request) {
        Flags<QpInitAttr.Mask> mask = request.extended() ? request.compMask() : PLAIN;
        boolean table = mask.contains(QpInitAttr.Mask.IND_TABLE);
        return new QpRequest(
                request.extended(),
                request.qpTypeCode(),
                request.cap(),
                !table,
                !table,
                request.srq() ? Optional.of(SrqType.BASIC) : Optional.empty(),
                mask,
                request.createFlags(),
                request.maxTsoHeader(),
                table ? OptionalInt.of(Request.CreateQp.LOG_IND_TBL_SIZE) : OptionalInt.empty(),
                mask.contains(QpInitAttr.Mask.RX_HASH) ? Optional.of(request.rxHashConf()) : Optional.empty(),
                0,
                request.sendOps());
    }

    static CqRequest of(Request.CreateCq request) {
        return new CqRequest(
                request.extended(),
                request.cqe(),
                request.compVector(),
                request.wcFlags(),
                request.flags(),
                request.compMask());
    }

    static SrqRequest of(Request.CreateSrq request) {
        return request.extended()
                ? new SrqRequest(true, request.attr(), request.srqTypeCode(), request.compMask(), SrqInitAttrs.NO_TAGS)
                : SrqRequest.plain(request.attr());
    }

    static WqRequest of(Request.CreateWq request) {
        return new WqRequest(
                request.wqTypeCode(),
                request.cap().maxWr(),
                request.cap().maxSge(),
                request.createFlags(),
                request.compMask());
    }
}
