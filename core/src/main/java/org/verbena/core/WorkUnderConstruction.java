// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.verbena.attr.Flags;
import org.verbena.attr.QpType;
import org.verbena.attr.SendOp;
import org.verbena.error.VerbsException;
import org.verbena.error.Violation;

/**
 * Checks the order of the calls between {@code wrStart} and {@code wrComplete}. Drivers do not check it: libmlx5 posts
 * an unfinished work request as it is, with fields of an earlier one (providers/mlx5/qp.c: mlx5_send_wr_set_sge_rc_uc).
 *
 * <p>Each call is recorded when it begins and when it returns. After a call that throws, the list has failed: only an
 * abort is accepted. This covers every exception and error, from any source.
 */
class WorkUnderConstruction {
    private static final long UINT32_MAX = 0xFFFF_FFFFL;
    private static final Set<SendOp> WITHOUT_DATA =
            EnumSet.of(SendOp.LOCAL_INV, SendOp.BIND_MW, SendOp.FLUSH, SendOp.ATOMIC_WRITE);

    /** The operations that stay local. libmlx5 finishes these immediately: a setter would overwrite them. */
    private static final Set<SendOp> LOCAL = EnumSet.of(SendOp.LOCAL_INV, SendOp.BIND_MW);

    private final QpHandle queuePair;
    private final Flags<SendOp> operations;
    private final boolean datagrams;
    private final boolean xrc;
    private @Nullable String begun;

    /** The call that has begun but not returned, else null. */
    private @Nullable String unreturned;

    /** The number of the list. A call can check that its list is still the one in which it began. */
    private long list;

    private boolean lacksData;
    private boolean lacksAddress;
    private boolean lacksSrqNumber;

    /** The most elements and inline bytes of a work request of the list, for the explanation of a failure. */
    private int mostSge;

    private long mostInline;

    WorkUnderConstruction(QpHandle queuePair, Flags<SendOp> operations) {
        this.queuePair = queuePair;
        this.operations = operations;
        this.datagrams = queuePair.qpType() == QpType.UD;
        this.xrc = queuePair.qpType() == QpType.XRC_SEND;
    }

    void requireOperations() {
        if (operations.isEmpty()) {
            throw RequestChecks.refuse(
                    "ibv_wr_start",
                    queuePair,
                    new Violation(
                            "send_ops_flags",
                            "0",
                            "at least one",
                            "a queue pair has only the builders that it was created with",
                            "ibv_create_qp_ex(3)"));
        }
    }

    void start() {
        list++;
        unreturned = null;
        begun = null;
        lacksData = false;
        lacksAddress = false;
        lacksSrqNumber = false;
        mostSge = 0;
        mostInline = 0;
    }

    /**
     * Records that a builder or a setter has been called.
     *
     * @return the number of the list, for {@link #requireSame}
     */
    long enter(String verb) {
        requireNotFailed(verb);
        unreturned = verb;
        return list;
    }

    /** Records that the call has completed. */
    void exit() {
        unreturned = null;
    }

    /** Checks that code of the caller that ran during a call has not ended the list. */
    void requireSame(long number, String verb) {
        if (list != number) {
            throw new IllegalStateException(
                    verb + " on " + queuePair + ": an argument ended the list of work requests during the call");
        }
    }

    void requireNotFailed(String verb) {
        if (unreturned != null) {
            throw new IllegalStateException(
                    verb + " on " + queuePair + ": " + unreturned + " has failed; abort the list");
        }
    }

    void begin(SendOp operation, String verb) {
        requireFinished(verb);
        if (!operations.contains(operation)) {
            throw RequestChecks.refuse(
                    verb,
                    queuePair,
                    new Violation(
                            "send_ops_flags",
                            operations.toString(),
                            "with " + operation,
                            "a queue pair has only the builders that it was created with",
                            "ibv_create_qp_ex(3)"));
        }
        begun = verb;
        lacksData = !WITHOUT_DATA.contains(operation);
        lacksAddress = datagrams && !LOCAL.contains(operation);
        lacksSrqNumber = xrc && !LOCAL.contains(operation);
    }

    void requireFinished(String verb) {
        if (lacksData || lacksAddress || lacksSrqNumber) {
            throw new IllegalStateException(
                    verb + " on " + queuePair + ": the work request of " + begun + " lacks " + lacking());
        }
    }

    private String lacking() {
        if (lacksData) {
            return "its data (ibv_wr_set_sge or another)";
        }
        return lacksAddress ? "its address (ibv_wr_set_ud_addr)" : "its queue (ibv_wr_set_xrc_srqn)";
    }

    /** Records that data was set, of a length that only matters for counting. */
    void data(String verb, long length) {
        requireLacking(verb, lacksData);
        lacksData = false;
    }

    void data(String verb, SgeList elements) {
        data(verb, 0);
    }

    /** Records that a list of elements was set. */
    final void elements(String verb, SgeList elements) {
        data(verb, elements);
        mostSge = Math.max(mostSge, elements.count());
    }

    /** Records that inline data was set. */
    final void inlineData(String verb, long length) {
        data(verb, length);
        mostInline = Math.max(mostInline, length);
    }

    /** Returns the exception for a list that the driver has rejected. */
    final VerbsException rejected(String verb, int result) {
        return PostExceptions.list(verb, queuePair, mostSge, mostInline, result);
    }

    /** Records that the driver has accepted the list. */
    void posted() {}

    void datagramAddress(String verb) {
        requireKind(verb, datagrams, QpType.UD);
        requireLacking(verb, lacksAddress);
        lacksAddress = false;
    }

    void srqNumber(String verb) {
        requireKind(verb, xrc, QpType.XRC_SEND);
        requireLacking(verb, lacksSrqNumber);
        lacksSrqNumber = false;
    }

    private void requireKind(String verb, boolean right, QpType kind) {
        if (!right) {
            throw RequestChecks.refuse(
                    verb,
                    queuePair,
                    new Violation(
                            "qp_type",
                            queuePair.qpType().toString(),
                            kind.toString(),
                            "only queue pairs of this type have the setter",
                            "ibv_wr_post(3)"));
        }
    }

    private void requireLacking(String verb, boolean lacks) {
        if (!lacks) {
            throw new IllegalStateException(verb + " on " + queuePair + ": "
                    + (begun == null
                            ? "no work request has been started"
                            : "the work request of " + begun + " already has it"));
        }
    }

    void require32Bits(String verb, String attribute, long value) {
        RequestChecks.range(verb, queuePair, attribute, value, UINT32_MAX, "the C argument is a uint32_t");
    }

    void requireAddressesAllowed(String verb) {
        if (queuePair.rules().readsData()) {
            throw RequestChecks.refuse(
                    verb,
                    queuePair,
                    new Violation(
                            "addr",
                            "an address",
                            "a part of a memory region",
                            "the driver of a raw packet queue pair reads headers by the processor",
                            "rdma-core providers/mlx5/qp.c: mlx5_send_wr_set_sge_eth"));
        }
    }
}
