// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.walk;

import java.util.EnumSet;
import java.util.List;
import org.verbena.attr.AsyncEventType;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;

/** Builds arguments for calls that connect identifiers and end connections. */
final class ConnectionArguments {
    /** The lengths of private data at the limits of messages. */
    private static final List<Integer> LENGTHS =
            List.of(0, 1, 55, 56, 57, 92, 136, 137, 148, 149, 180, 181, 196, 197, 255, 256);

    /** The numbers of responder resources at the limits of devices. */
    private static final List<Integer> RESOURCES = List.of(0, 1, 4, 127, 128, 129, 254, 255);

    private static final int SMALL_DATA = 57;
    private static final int UINT8_MAX = 255;
    private static final int MOST_ENTRIES = 16;

    private ConnectionArguments() {}

    static void connect(StepBuilder builder) {
        CmArguments.pickConnectable(builder);
        param(builder);
    }

    static void accept(StepBuilder builder) {
        CmArguments.pick(builder, EnumSet.of(CmPhase.REQUESTED));
        param(builder);
    }

    private static void param(StepBuilder builder) {
        StepValues values = builder.values();
        data(builder);
        if (values.oneIn(2)) {
            builder.set(StepField.RESPONDER_RESOURCES, resources(values))
                    .set(StepField.INITIATOR_DEPTH, resources(values));
        }
        if (values.oneIn(3)) {
            builder.set(StepField.RETRY_COUNT, values.small(7, UINT8_MAX))
                    .set(StepField.RNR_RETRY_COUNT, values.small(7, UINT8_MAX));
        }
        if (values.wildly(4)) {
            builder.set(StepField.FLOW_CONTROL, values.small(1, UINT8_MAX)).set(StepField.USES_SRQ, values.below(2));
        }
        if (values.oneIn(2)) {
            // Two connections with the same number are rejected as stale.
            builder.set(StepField.QP_NUM, values.wildly(8) ? 0x0100_0000L + values.below(4) : 1 + values.below(1000));
        }
    }

    private static int resources(StepValues values) {
        return values.wildly(2) ? values.oneOf(RESOURCES) : values.below(MOST_ENTRIES);
    }

    private static void data(StepBuilder builder) {
        StepValues values = builder.values();
        if (values.oneIn(2)) {
            builder.set(StepField.PRIVATE_DATA_LEN, values.isTame() ? values.below(SMALL_DATA) : values.oneOf(LENGTHS));
        }
    }

    static void reject(StepBuilder builder) {
        CmArguments.pick(builder, EnumSet.of(CmPhase.REQUESTED, CmPhase.ANSWERED));
        data(builder);
        if (builder.values().oneIn(4)) {
            builder.set(StepField.ECE, 1);
        }
    }

    static void establish(StepBuilder builder) {
        CmArguments.pick(builder, EnumSet.of(CmPhase.ANSWERED));
    }

    static void disconnect(StepBuilder builder) {
        CmArguments.pick(builder, EnumSet.of(CmPhase.CONNECTED, CmPhase.ACCEPTED, CmPhase.DISCONNECTED));
    }

    static void event(StepBuilder builder) {
        StepValues values = builder.values();
        CmArguments.pick(builder, EnumSet.of(CmPhase.ACCEPTED, CmPhase.CONNECTED));
        AsyncEventType event = values.wildly(2)
                ? values.oneOf(List.of(AsyncEventType.PATH_MIG, AsyncEventType.QP_FATAL, AsyncEventType.SQ_DRAINED))
                : AsyncEventType.COMM_EST;
        builder.set(StepField.EVENT, event.value());
    }

    static void createQp(StepBuilder builder) {
        StepValues values = builder.values();
        CmArguments.pick(builder, EnumSet.of(CmPhase.ROUTED, CmPhase.REQUESTED, CmPhase.ADDRESSED));
        builder.set(StepField.MAX_SEND_WR, values.below(MOST_ENTRIES))
                .set(StepField.MAX_RECV_WR, values.below(MOST_ENTRIES));
        if (values.wildly(4)) {
            builder.set(
                    StepField.QP_TYPE,
                    values.oneOf(List.of(QpType.RC, QpType.UD, QpType.UC)).value());
        }
    }

    static void initQp(StepBuilder builder) {
        StepValues values = builder.values();
        builder.pick(StepField.ID);
        QpState state = values.wildly(4)
                ? values.oneOf(List.of(QpState.values()))
                : values.oneOf(List.of(QpState.INIT, QpState.RTR, QpState.RTS));
        builder.set(StepField.QP_STATE, state.value());
    }

    static void ece(StepBuilder builder) {
        StepValues values = builder.values();
        builder.pick(StepField.ID)
                .set(StepField.VENDOR_ID, values.wildly(3) ? 0 : 0x15B3)
                .set(StepField.OPTIONS, values.below(8));
    }
}
