// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import static org.verbena.QpInitAttr.Mask.IND_TABLE;
import static org.verbena.QpInitAttr.Mask.PD;
import static org.verbena.QpInitAttr.Mask.RX_HASH;
import static org.verbena.QpInitAttr.Mask.XRCD;

import org.verbena.QpInitAttr;
import org.verbena.QpOpenAttr;
import org.verbena.attr.QpType;
import org.verbena.spi.DriverQp;

/** Checks requests for queue pairs. */
final class QpChecks {
    private static final String PLAIN = "ibv_create_qp";
    private static final String EX = "ibv_create_qp_ex";
    private static final String OPEN = "ibv_open_qp";
    private static final String DEREFERENCE = "libibverbs/cmd_qp.c: ibv_icmd_create_qp";

    private QpChecks() {}

    static void checkPlain(PdHandle pd, QpInitAttr attr) {
        pd.requireOpen(PLAIN);
        checkInAnyDomain(pd, attr);
        RequestChecks.ownDomain(PLAIN, pd, attr.pd(), "queue pair");
    }

    /** Checks a plain request, except for its protection domain. */
    static void checkInAnyDomain(Handle on, QpInitAttr attr) {
        RequestChecks.present(PLAIN, on, attr);
        RequestChecks.onlyExtended(PLAIN, on, "comp_mask", attr.compMask().without(PD), EX);
        checkObjects(PLAIN, on, attr);
        completionQueues(PLAIN, on, attr);
        WqeSizes.check(PLAIN, on, attr);
    }

    static void checkEx(ContextHandle context, QpInitAttr attr) {
        RequestChecks.present(EX, context, attr);
        checkObjects(EX, context, attr);
        named(context, attr);
        completionQueues(EX, context, attr);
        WqeSizes.check(EX, context, attr);
    }

    /** Returns whether a request that does not specify the call uses the plain one. */
    static boolean goesToPlain(QpInitAttr attr) {
        return attr.compMask().isEmpty();
    }

    static void checkOpen(ContextHandle context, QpOpenAttr attr) {
        RequestChecks.present(OPEN, context, attr);
        RequestChecks.usable(OPEN, context, "xrcd", attr.xrcd());
        if (attr.compMask().contains(QpOpenAttr.Mask.XRCD)) {
            RequestChecks.required(
                    OPEN, context, "xrcd", attr.xrcd(), "comp_mask has the bit of this attribute", "ibv_open_qp(3)");
        }
    }

    /** Returns the attributes that the handle of an opened target stores. */
    static QpInitAttr opened(QpOpenAttr attr) {
        QpInitAttr.Builder builder = QpInitAttr.builder().qpTypeCode(attr.qpTypeCode());
        attr.xrcd().ifPresent(builder::xrcd);
        attr.qpContext().ifPresent(builder::qpContext);
        return builder.build();
    }

    /**
     * Returns the {@code struct ibv_qp_init_attr} of a query: the objects of the request, and the other fields as the
     * driver returns them.
     */
    static QpInitAttr answered(QpInitAttr attr, DriverQp.Query answer) {
        return common(attr).cap(answer.initCap()).sqSigAll(answer.sqSigAll()).build();
    }

    private static QpInitAttr.Builder common(QpInitAttr attr) {
        QpInitAttr.Builder builder = QpInitAttr.builder().qpTypeCode(attr.qpTypeCode());
        attr.qpContext().ifPresent(builder::qpContext);
        attr.sendCq().ifPresent(builder::sendCq);
        attr.recvCq().ifPresent(builder::recvCq);
        attr.srq().ifPresent(builder::srq);
        return builder;
    }

    /** Checks that the objects in the request are usable. */
    static void checkObjects(String verb, Handle on, QpInitAttr attr) {
        RequestChecks.usable(verb, on, "send_cq", attr.sendCq());
        RequestChecks.usable(verb, on, "recv_cq", attr.recvCq());
        RequestChecks.usable(verb, on, "srq", attr.srq());
        RequestChecks.usable(verb, on, "pd", attr.pd());
        RequestChecks.usable(verb, on, "xrcd", attr.xrcd());
        RequestChecks.usable(verb, on, "rwq_ind_tbl", attr.rwqIndTbl());
    }

    private static void named(ContextHandle context, QpInitAttr attr) {
        String rule = "comp_mask has the bit of this attribute";
        if (attr.compMask().contains(PD)) {
            RequestChecks.required(EX, context, "pd", attr.pd(), rule, DEREFERENCE);
        }
        if (attr.compMask().contains(XRCD)) {
            RequestChecks.required(EX, context, "xrcd", attr.xrcd(), rule, DEREFERENCE);
        }
        if (attr.compMask().contains(IND_TABLE)) {
            RequestChecks.required(EX, context, "rwq_ind_tbl", attr.rwqIndTbl(), rule, DEREFERENCE);
        }
        if (attr.compMask().contains(RX_HASH)) {
            RequestChecks.required(EX, context, "rx_hash_conf", attr.rxHashConf(), rule, "ibv_create_qp_ex(3)");
        }
    }

    /**
     * Checks for missing completion queues. libibverbs dereferences the pointers unchecked; the process would terminate
     * with SIGSEGV.
     */
    private static void completionQueues(String verb, Handle on, QpInitAttr attr) {
        if (attr.compMask().contains(IND_TABLE)) {
            if (attr.cap().maxSendWr() != 0) {
                RequestChecks.required(
                        verb, on, "send_cq", attr.sendCq(), "a send queue needs a completion queue", DEREFERENCE);
            }
            return;
        }
        if (attr.qpTypeCode() != QpType.XRC_RECV.value()) {
            RequestChecks.required(
                    verb, on, "send_cq", attr.sendCq(), "this queue pair type needs a completion queue", DEREFERENCE);
            if (attr.qpTypeCode() != QpType.XRC_SEND.value()) {
                RequestChecks.required(
                        verb,
                        on,
                        "recv_cq",
                        attr.recvCq(),
                        "this queue pair type needs a completion queue",
                        DEREFERENCE);
            }
        }
    }
}
