// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import org.jspecify.annotations.Nullable;
import org.verbena.QpInitAttr;
import org.verbena.attr.QpCreateFlag;
import org.verbena.attr.QpType;
import org.verbena.attr.WrOpcode;
import org.verbena.error.InvalidRequestException;
import org.verbena.error.Violation;

/**
 * The preconditions of a post for one kind of queue pair, which prevent C from dereferencing invalid pointers. Requests
 * that drivers reject themselves are not checked here.
 *
 * @param noSendQueue the reason why the queue pair cannot send, null if it can
 * @param noRecvQueue the reason why the queue pair cannot receive, null if it can
 * @param datagrams whether work requests name their destination
 * @param readsData whether the driver reads the data with the processor
 */
record PostRules(@Nullable String noSendQueue, @Nullable String noRecvQueue, boolean datagrams, boolean readsData) {
    private static final String VERB = "ibv_post_send";

    /** The rules of nearly all queue pairs, shared by them. */
    private static final PostRules NONE = new PostRules(null, null, false, false);

    static PostRules of(QpInitAttr attr) {
        boolean rss = attr.compMask().contains(QpInitAttr.Mask.IND_TABLE);
        QpType type = attr.qpType();
        boolean ordinary = !rss && (type == QpType.RC || type == QpType.UC);
        return ordinary
                ? NONE
                : new PostRules(sendless(type, rss), recvless(type, rss), type == QpType.UD, readsData(type, attr));
    }

    /**
     * Returns whether the driver begins packets with a header that it reads from the data: copy_eth_inline_headers,
     * mlx5_post_send_underlay.
     */
    private static boolean readsData(QpType type, QpInitAttr attr) {
        return type == QpType.RAW_PACKET || attr.createFlags().contains(QpCreateFlag.SOURCE_QPN);
    }

    private static @Nullable String sendless(QpType type, boolean rss) {
        if (rss) {
            return "a queue pair with an indirection table cannot send";
        }
        return type == QpType.XRC_RECV ? "an XRC target has no send queue" : null;
    }

    private static @Nullable String recvless(QpType type, boolean rss) {
        if (rss) {
            return "a queue pair with an indirection table has no receive queue; post receives to its work queues";
        }
        return switch (type) {
            case XRC_RECV -> "an XRC target has no receive queue; post receives to the shared receive queue";
            case XRC_SEND -> "an XRC initiator has no receive queue";
            default -> null;
        };
    }

    void requireSendQueue(String verb, QpHandle qp) {
        require(verb, qp, "send queue", noSendQueue);
    }

    void requireRecvQueue(String verb, QpHandle qp) {
        require(verb, qp, "receive queue", noRecvQueue);
    }

    /**
     * Checks that the queue pair can bind windows. ibv_bind_mw accepts any queue pair. libmlx5 would search for the
     * address of a datagram or the data of a frame.
     */
    void requireBinding(String verb, QpHandle qp) {
        if (datagrams || readsData) {
            throw RequestChecks.refuse(
                    verb,
                    qp,
                    new Violation(
                            "qp_type",
                            qp.qpType().toString(),
                            "RC, UC or XRC_SEND",
                            "memory windows require a connected queue pair",
                            verb + "(3)"));
        }
    }

    private static void require(String verb, QpHandle qp, String what, @Nullable String whyNot) {
        if (whyNot != null) {
            throw RequestChecks.refuse(verb, qp, new Violation(what, "none", "one", whyNot, verb + "(3)"));
        }
    }

    /** Checks the work requests of a post. The caller is inside the gate. */
    void checkSends(QpHandle qp, SendWorkList list, int from, int to) {
        if (datagrams || readsData || list.hasSpecial()) {
            checkEach(qp, list, from, to);
        }
    }

    private void checkEach(QpHandle qp, SendWorkList list, int from, int to) {
        for (int i = from; i < to; i++) {
            SendWorkRequest request = list.place(i);
            if (datagrams) {
                requireDestination(qp, request, i);
            }
            if (readsData && !request.isInline()) {
                request.elements().requireKnownMemory(i);
                if (datagrams) {
                    request.elements().requireElement(i);
                }
            }
            if (UncommonOpcodes.isSpecial(request.opcode())) {
                checkSpecial(qp, request, i);
            }
        }
    }

    private static void requireDestination(QpHandle qp, SendWorkRequest request, int index) {
        AhHandle destination = request.destination();
        if (destination == null) {
            throw missing(qp, index, "ud.ah", "a datagram needs an address handle");
        }
        destination.requireUsable(VERB);
    }

    private static void checkSpecial(QpHandle qp, SendWorkRequest request, int index) {
        int opcode = request.opcode();
        if (opcode == WrOpcode.ATOMIC_CMP_AND_SWP.value() || opcode == WrOpcode.ATOMIC_FETCH_AND_ADD.value()) {
            requireNotInline(qp, request, index);
        } else if (opcode == WrOpcode.LOCAL_INV.value()) {
            requireNoData(qp, request, index);
        } else if (opcode == WrOpcode.BIND_MW.value()) {
            requireNoData(qp, request, index);
            MwHandle window = request.window();
            MrHandle opened = request.opened();
            if (window == null || opened == null) {
                throw missing(qp, index, "bind_mw.mw", "a bind needs a window and a region");
            }
            window.requireUsable(VERB);
            opened.requireUsable(VERB);
        } else if (opcode == WrOpcode.TSO.value()) {
            if (!request.hasHeader()) {
                throw missing(qp, index, "tso.hdr", "a large send needs a header for its segments");
            }
        } else if (opcode == WrOpcode.DRIVER1.value()
                || opcode == WrOpcode.FLUSH.value()
                || opcode == WrOpcode.ATOMIC_WRITE.value()) {
            throw RequestChecks.refuse(
                    VERB,
                    qp,
                    new Violation(
                            "wr[" + index + "].opcode",
                            WrOpcode.of(opcode).toString(),
                            "an operation of struct ibv_send_wr",
                            "struct ibv_send_wr has no fields for it; post FLUSH and ATOMIC_WRITE with a send builder",
                            "ibv_wr_post(3)"));
        }
    }

    /**
     * Rejects inline data of an atomic operation. On XRC queue pairs, libmlx5 would begin it at the end of its ring,
     * and copy a negative number of bytes.
     */
    private static void requireNotInline(QpHandle qp, SendWorkRequest request, int index) {
        if (request.isInline()) {
            throw RequestChecks.refuse(
                    VERB,
                    qp,
                    new Violation(
                            "wr[" + index + "] inline data",
                            request.inlineBytes() + " bytes",
                            "an element",
                            "an atomic operation returns a value and sends no data",
                            "ibv_post_send(3): IBV_SEND_INLINE"));
        }
    }

    /**
     * Rejects data of a bind or a local invalidation. libmlx5 would write it behind such an entry, which may be behind
     * its ring, or copy a negative number of bytes.
     */
    private static void requireNoData(QpHandle qp, SendWorkRequest request, int index) {
        if (request.numSge() != 0) {
            throw RequestChecks.refuse(
                    VERB,
                    qp,
                    new Violation(
                            "wr[" + index + "].num_sge",
                            Integer.toString(request.numSge()),
                            "0",
                            "a bind or a local invalidation has no data; call noData()",
                            "rdma-core providers/mlx5/qp.c: _mlx5_post_send"));
        }
    }

    private static InvalidRequestException missing(QpHandle qp, int index, String attribute, String rule) {
        return RequestChecks.refuse(
                VERB,
                qp,
                new Violation("wr[" + index + "]." + attribute, "NULL", "not NULL", rule, "ibv_post_send(3)"));
    }
}
