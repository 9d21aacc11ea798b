// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.vector;

import org.verbena.QpInitAttr;

/** Converts queue pair requests to the types of the API, with the objects that they refer to. */
final class QpInitAttrs {
    private QpInitAttrs() {}

    static QpInitAttr of(Request.CreateQp request, RequestObjects objects) {
        QpInitAttr.Builder attr = QpInitAttr.builder()
                .qpTypeCode(request.qpTypeCode())
                .sqSigAll(request.sqSigAll())
                .cap(request.cap());
        if (request.srq()) {
            attr.srq(objects.srq());
        }
        if (!names(request, QpInitAttr.Mask.IND_TABLE)) {
            attr.sendCq(objects.cq()).recvCq(objects.cq());
        }
        if (request.extended()) {
            extend(attr, request, objects);
        }
        return attr.build();
    }

    private static void extend(QpInitAttr.Builder attr, Request.CreateQp request, RequestObjects objects) {
        if (names(request, QpInitAttr.Mask.PD)) {
            attr.pd(objects.pd());
        }
        if (names(request, QpInitAttr.Mask.XRCD)) {
            attr.xrcd(objects.xrcd());
        }
        if (names(request, QpInitAttr.Mask.IND_TABLE)) {
            attr.rwqIndTbl(objects.table());
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
