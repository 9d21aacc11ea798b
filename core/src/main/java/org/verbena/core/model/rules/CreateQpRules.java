// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.model.rules;

import static org.verbena.attr.QpCreateFlag.BLOCK_SELF_MCAST_LB;
import static org.verbena.attr.QpCreateFlag.CVLAN_STRIPPING;
import static org.verbena.attr.QpCreateFlag.PCI_WRITE_END_PADDING;
import static org.verbena.attr.QpCreateFlag.SCATTER_FCS;
import static org.verbena.attr.QpCreateFlag.SOURCE_QPN;
import static org.verbena.attr.QpType.DRIVER;
import static org.verbena.attr.QpType.RAW_PACKET;
import static org.verbena.attr.QpType.RC;
import static org.verbena.attr.QpType.UC;
import static org.verbena.attr.QpType.UD;
import static org.verbena.attr.QpType.XRC_RECV;
import static org.verbena.attr.QpType.XRC_SEND;

import org.verbena.QpInitAttr;
import org.verbena.attr.Flags;
import org.verbena.attr.QpCap;
import org.verbena.attr.QpCreateFlag;
import org.verbena.attr.SrqType;
import org.verbena.spi.model.QpRequest;

/** The checks of libibverbs and the kernel's core on a queue pair request, before a kernel driver receives it. */
public final class CreateQpRules {
    /** The create flags that the manual pages and libibverbs define. */
    public static final Flags<QpCreateFlag> KNOWN_FLAGS =
            Flags.of(BLOCK_SELF_MCAST_LB, SCATTER_FCS, CVLAN_STRIPPING, SOURCE_QPN, PCI_WRITE_END_PADDING);

    private CreateQpRules() {}

    /**
     * Checks the rules of the command layer of libibverbs (cmd_qp.c: ibv_icmd_create_qp). A violation fails with
     * EINVAL, which also represents the use of a NULL pointer.
     */
    public static void libibverbs(QpRequest request, Checklist checks) {
        Checklist.Rules rules = checks.from("rdma-core libibverbs/cmd_qp.c: ibv_icmd_create_qp");
        if (request.is(XRC_RECV)) {
            rules.require(
                    request.has(QpInitAttr.Mask.XRCD),
                    "comp_mask",
                    request.compMask(),
                    "with XRCD",
                    "an XRC_RECV queue pair belongs to an XRC domain");
        } else if (request.isAny(RC, UC, UD, RAW_PACKET, XRC_SEND, DRIVER)) {
            rules.require(
                    request.has(QpInitAttr.Mask.PD),
                    "comp_mask",
                    request.compMask(),
                    "with PD",
                    "the queue pair requires a protection domain");
            queues(request, rules);
        } else {
            rules.require(
                    false,
                    "qp_type",
                    request.typeName(),
                    "RC, UC, UD, RAW_PACKET, XRC_SEND, XRC_RECV or DRIVER",
                    "libibverbs supports no other type");
        }
        rules.requireOnly(
                "create_flags", request.effectiveCreateFlags(), KNOWN_FLAGS, "libibverbs supports no other flag");
    }

    private static void queues(QpRequest request, Checklist.Rules rules) {
        if (request.has(QpInitAttr.Mask.IND_TABLE)) {
            String rule = "an indirection table replaces the receive queue";
            QpCap cap = request.cap();
            rules.require(cap.maxRecvWr() == 0, "max_recv_wr", cap.maxRecvWr(), 0, rule)
                    .require(cap.maxRecvSge() == 0, "max_recv_sge", cap.maxRecvSge(), 0, rule)
                    .require(!request.recvCq(), "recv_cq", "given", "NULL", rule)
                    .require(request.srq().isEmpty(), "srq", "given", "NULL", rule);
            return;
        }
        rules.require(request.sendCq(), "send_cq", "NULL", "not NULL", "libibverbs dereferences the pointer");
        if (!request.is(XRC_SEND)) {
            rules.require(request.recvCq(), "recv_cq", "NULL", "not NULL", "libibverbs dereferences the pointer");
        }
    }

    /**
     * Checks the rules of the kernel's core (uverbs_std_types_qp.c: UVERBS_METHOD_QP_CREATE). A violation fails with
     * EINVAL. CAP_NET_RAW is assumed.
     */
    public static void uverbs(QpRequest request, Checklist checks) {
        Checklist.Rules rules =
                checks.from("Linux drivers/infiniband/core/uverbs_std_types_qp.c: UVERBS_METHOD_QP_CREATE");
        request.srq().ifPresent(type -> srq(request, type, rules));
        createFlags(request, rules);
    }

    /**
     * Checks the create flags against the type. A violation fails with EINVAL.
     *
     * @param request the request
     * @param rules receives the violation
     */
    public static void createFlags(QpRequest request, Checklist.Rules rules) {
        Flags<QpCreateFlag> flags = request.effectiveCreateFlags().without(SOURCE_QPN);
        rules.require(
                flags.isEmpty() || request.isAny(RAW_PACKET, UD, DRIVER),
                "create_flags",
                flags,
                "0",
                "only RAW_PACKET, UD and DRIVER queue pairs support create flags");
        rules.require(
                !(flags.contains(SCATTER_FCS) || flags.contains(CVLAN_STRIPPING)) || request.isAny(RAW_PACKET, DRIVER),
                "create_flags",
                flags,
                "without SCATTER_FCS and CVLAN_STRIPPING",
                "only RAW_PACKET queue pairs receive whole Ethernet frames");
    }

    private static void srq(QpRequest request, SrqType type, Checklist.Rules rules) {
        rules.require(!request.is(XRC_SEND), "srq", type, "NULL", "an XRC_SEND queue pair does not receive");
        rules.require(
                (type == SrqType.XRC) == request.is(XRC_RECV) || request.is(XRC_SEND),
                "srq",
                type,
                request.is(XRC_RECV) ? SrqType.XRC : SrqType.BASIC + " or " + SrqType.TM,
                "XRC shared receive queues and XRC_RECV queue pairs require each other");
    }
}
