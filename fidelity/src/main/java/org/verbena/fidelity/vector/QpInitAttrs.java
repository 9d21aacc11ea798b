package org.verbena.fidelity.vector;

import org.verbena.QpInitAttr;

/** Converts queue pair requests to the types of the API, with the objects that they refer to. */
final class QpInitAttrs {
    private QpInitAttrs() {}

    static QpInitAttr of(Request.CreateQp request, RequestObjects bench) {
        QpInitAttr.Builder attr = QpInitAttr.builder()
                .qpTypeCode(request.qpTypeCode())
                .sqSigAll(request.sqSigAll())
                .cap(request.cap());
        if (request.srq()) {
            attr.srq(bench.srq());
        }
        if (!names(request, QpInitAttr.Mask.IND_TABLE)) {
            attr.sendCq(bench.cq()).recvCq(bench.cq());
        }
        if (request.extended()) {
            extend(attr, request, bench);
        }
        return attr.build();
    }

    private static void extend(QpInitAttr.Builder attr, Request.CreateQp request, RequestObjects bench) {
        if (names(request, QpInitAttr.Mask.PD)) {
            attr.pd(bench.pd());
        }
        if (names(request, QpInitAttr.Mask.XRCD)) {
            attr.xrcd(bench.xrcd());
        }
        if (names(request, QpInitAttr.Mask.IND_TABLE)) {
            attr.rwqIndTbl(bench.table());
        }
        attr.createFlags(request.createFlags())
                .maxTsoHeader(request.maxTsoHeader())
                .rxHashConf(request.rxHashConf())
                .sendOpsFlags(request.sendOps())
                .compMask(request.compMask());
    }

    private static boolean names(Request.CreateQp request, QpInitAttr.Mask field) {
        return request.extended() && request.compMask().contains(field);
    }
}
