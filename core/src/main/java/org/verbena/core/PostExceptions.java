// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import java.util.Optional;
import org.verbena.MemoryWindow;
import org.verbena.MwBind;
import org.verbena.MwBindInfo;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.MwType;
import org.verbena.attr.QpCap;
import org.verbena.attr.QpState;
import org.verbena.error.Diagnosis;
import org.verbena.error.Errno;
import org.verbena.error.PostException;
import org.verbena.error.VerbsException;
import org.verbena.error.Violation;

/** Diagnoses why a queue rejected a work request, as far as this is visible outside the driver. */
final class PostExceptions {
    private PostExceptions() {}

    static PostException send(QpHandle qp, SendWorkList list, int index, int result) {
        SendWorkRequest refused = list.place(index);
        QpCap granted = qp.grantedCap();
        Optional<Violation> reason = sendState(qp)
                .or(() -> sge(index, refused.numSge(), granted.maxSendSge(), "max_send_sge"))
                .or(() -> tooMany(
                        "wr[" + index + "] inline data",
                        refused.inlineBytes(),
                        granted.maxInlineData(),
                        "the limit is the granted max_inline_data"));
        return failure("ibv_post_send", qp, index, result, reason, granted.maxSendWr());
    }

    /** Diagnoses why a driver rejected a list of send builders. It does not tell which work request is at fault. */
    static VerbsException list(String verb, QpHandle qp, int mostSge, long mostInline, int result) {
        QpCap granted = qp.grantedCap();
        Errno errno = new Errno(Math.abs(result));
        Diagnosis diagnosis = sendState(qp)
                .or(() -> tooMany("num_sge", mostSge, granted.maxSendSge(), "the limit is the granted max_send_sge"))
                .or(() -> tooMany(
                        "inline data", mostInline, granted.maxInlineData(), "the limit is the granted max_inline_data"))
                .map(Diagnosis::of)
                .orElseGet(() -> ifFull(errno, qp));
        return new VerbsException(verb, errno, qp.toString(), diagnosis);
    }

    /** Diagnoses why a driver rejected the binding of a window. */
    static VerbsException bind(VerbsException refusal, MemoryWindow window, QpHandle qp, MwBind bind) {
        if (!refusal.diagnosis().isUnknown()) {
            return refusal;
        }
        MwBindInfo info = bind.bindInfo();
        Optional<Violation> reason = required(
                        window.type() == MwType.TYPE_1,
                        "type",
                        window.type(),
                        "TYPE_1",
                        "a window of type 2 is bound by a work request")
                .or(() -> required(
                        info.mr().pd().equals(window.pd())
                                && window.pd().equals(qp.pd().orElse(null)),
                        "bind_info.mr",
                        info.mr(),
                        "a region of " + window.pd(),
                        "the region, the window and the queue pair have one protection domain"))
                .or(() -> required(
                        !info.access().contains(AccessFlag.ZERO_BASED),
                        "bind_info.mw_access_flags",
                        info.access(),
                        "without ZERO_BASED",
                        "a window of type 1 has the addresses of its region"))
                .or(() -> required(
                        info.mr().access().contains(AccessFlag.MW_BIND),
                        "bind_info.mr",
                        info.mr().access(),
                        "with MW_BIND",
                        "the region must permit windows"))
                .or(() -> sendState(qp));
        Diagnosis diagnosis = reason.map(Diagnosis::of).orElseGet(() -> ifFull(refusal.errno(), qp));
        return new VerbsException(refusal.verb(), refusal.errno(), refusal.object(), diagnosis);
    }

    private static Optional<Violation> required(
            boolean kept, String attribute, Object value, String limit, String rule) {
        return kept
                ? Optional.empty()
                : Optional.of(new Violation(attribute, value.toString(), limit, rule, "ibv_bind_mw(3)"));
    }

    static PostException recv(QpHandle qp, RecvWorkList list, int index, int result) {
        QpCap granted = qp.grantedCap();
        Optional<Violation> reason = qp.srq()
                .map(srq -> new Violation(
                        "srq",
                        srq.toString(),
                        "none",
                        "the queue pair receives from a shared receive queue; post receives to that queue",
                        "ibv_post_recv(3)"))
                .or(() ->
                        state(qp.state(), QpState.INIT.value(), "the receive queue accepts work requests from INIT on"))
                .or(() -> sge(index, list.place(index).numSge(), granted.maxRecvSge(), "max_recv_sge"));
        return failure("ibv_post_recv", qp, index, result, reason, granted.maxRecvWr());
    }

    static PostException shared(
            String verb, Handle queue, RecvWorkList list, int index, int result, long maxWr, long maxSge) {
        Optional<Violation> reason = sge(index, list.place(index).numSge(), maxSge, "max_sge");
        return failure(verb, queue, index, result, reason, maxWr);
    }

    private static Optional<Violation> sendState(QpHandle qp) {
        return state(qp.state(), QpState.RTS.value(), "the send queue accepts work requests in RTS, SQD, SQE and ERR");
    }

    private static Optional<Violation> state(QpState state, int first, String rule) {
        return state.value() >= first
                ? Optional.empty()
                : Optional.of(new Violation(
                        "qp_state", state.toString(), QpState.of(first) + " or later", rule, "ibv_modify_qp(3)"));
    }

    private static Optional<Violation> sge(int index, long requested, long granted, String attribute) {
        return tooMany("wr[" + index + "].num_sge", requested, granted, "the limit is the granted " + attribute);
    }

    private static Optional<Violation> tooMany(String attribute, long requested, long granted, String rule) {
        return requested <= granted
                ? Optional.empty()
                : Optional.of(new Violation(
                        attribute, Long.toString(requested), Long.toString(granted), rule, "ibv_create_qp(3)"));
    }

    /** Creates the exception. If a driver fails a correct work request with ENOMEM, its queue is full. */
    private static PostException failure(
            String verb, Handle queue, int index, int result, Optional<Violation> reason, long granted) {
        Errno errno = new Errno(Math.abs(result));
        boolean full = reason.isEmpty() && errno.equals(Errno.ENOMEM);
        Diagnosis diagnosis =
                reason.map(Diagnosis::of).orElseGet(() -> full ? Diagnosis.of(queueFull(granted)) : Diagnosis.UNKNOWN);
        return new PostException(verb, errno, queue.toString(), index, full, diagnosis);
    }

    /** Explains an errno with which drivers fail a list or a bind because the send queue is full. */
    private static Diagnosis ifFull(Errno errno, QpHandle qp) {
        return errno.equals(Errno.ENOMEM) || errno.equals(Errno.ENOSPC)
                ? Diagnosis.of(queueFull(qp.grantedCap().maxSendWr()))
                : Diagnosis.UNKNOWN;
    }

    private static Violation queueFull(long granted) {
        return new Violation(
                "queue",
                "full",
                granted + " outstanding work requests",
                "poll the completions of earlier ones, then post again",
                "ibv_post_send(3)");
    }
}
