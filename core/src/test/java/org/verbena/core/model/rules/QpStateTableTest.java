// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.model.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.verbena.attr.Flags;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;

class QpStateTableTest {
    private static final Flags<QpAttr.Mask> STATE = Flags.of(QpAttr.Mask.STATE);

    @Test
    void namesWhatAConnectionLacks() {
        QpStateTable.TransitionCheck check = QpStateTable.check(
                QpType.RC.value(),
                QpState.INIT,
                QpState.RTR,
                Flags.of(QpAttr.Mask.STATE, QpAttr.Mask.AV, QpAttr.Mask.PATH_MTU, QpAttr.Mask.DEST_QPN));

        assertThat(check.isAllowed()).isFalse();
        assertThat(check.exists()).isTrue();
        assertThat(check.missing())
                .isEqualTo(Flags.of(QpAttr.Mask.RQ_PSN, QpAttr.Mask.MAX_DEST_RD_ATOMIC, QpAttr.Mask.MIN_RNR_TIMER));
        assertThat(check.unexpected().isEmpty()).isTrue();
    }

    @Test
    void namesWhatADatagramDoesNotTake() {
        QpStateTable.TransitionCheck check = QpStateTable.check(
                QpType.UD.value(),
                QpState.INIT,
                QpState.RTR,
                STATE.with(QpAttr.Mask.AV).with(QpAttr.Mask.QKEY));

        assertThat(check.unexpected()).isEqualTo(Flags.of(QpAttr.Mask.AV));
        assertThat(check.missing().isEmpty()).isTrue();
    }

    @Test
    void findsTheShortestSequenceOfStates() {
        assertThat(QpStateTable.way(QpState.RESET, QpState.SQD))
                .contains(List.of(QpState.INIT, QpState.RTR, QpState.RTS, QpState.SQD));
        assertThat(QpStateTable.way(QpState.RESET, QpState.ERR)).contains(List.of(QpState.INIT, QpState.ERR));
        assertThat(QpStateTable.way(QpState.RTS, QpState.RTS)).contains(List.of());
        assertThat(QpStateTable.way(QpState.RESET, QpState.SQE)).isEmpty();
    }

    @Test
    void neitherResetToErrorNorSkippedStatesExist() {
        List<String> without = new ArrayList<>();
        for (QpState from : QpState.values()) {
            for (QpState to : List.of(QpState.RTR, QpState.RTS, QpState.ERR)) {
                if (!QpStateTable.check(QpType.RAW_PACKET.value(), from, to, STATE)
                        .exists()) {
                    without.add(from + ">" + to);
                }
            }
        }
        assertThat(without)
                .containsExactlyInAnyOrder(
                        "RESET>RTR",
                        "RESET>RTS",
                        "RESET>ERR",
                        "INIT>RTS",
                        "RTR>RTR",
                        "RTS>RTR",
                        "SQD>RTR",
                        "SQE>RTR",
                        "ERR>RTR",
                        "ERR>RTS",
                        "UNKNOWN>RTR",
                        "UNKNOWN>RTS",
                        "UNKNOWN>ERR");
    }

    /** The numbers are column sums of the kernel's table, counted by hand. They reveal a missing or duplicate row. */
    @Test
    void attributeCountsMatchTheKernelTable() {
        assertThat(attributes(QpType.RC)).isEqualTo(new Counts(14, 34));
        assertThat(attributes(QpType.UC)).isEqualTo(new Counts(8, 26));
        assertThat(attributes(QpType.UD)).isEqualTo(new Counts(4, 16));
        assertThat(attributes(QpType.XRC_SEND)).isEqualTo(new Counts(12, 29));
        assertThat(attributes(QpType.XRC_RECV)).isEqualTo(new Counts(11, 31));
        assertThat(attributes(QpType.RAW_PACKET)).isEqualTo(new Counts(1, 2));
    }

    private record Counts(int required, int optional) {}

    private static Counts attributes(QpType type) {
        Flags<QpAttr.Mask> everything = Flags.of(QpAttr.Mask.STATE, QpAttr.Mask.values());
        int required = 0;
        int taken = 0;
        for (QpState from : QpState.values()) {
            for (QpState to : QpState.values()) {
                QpStateTable.TransitionCheck nothing = QpStateTable.check(type.value(), from, to, STATE);
                QpStateTable.TransitionCheck all = QpStateTable.check(type.value(), from, to, everything);
                required += nothing.missing().known().size();
                taken +=
                        everything.known().size() - 1 - all.unexpected().known().size();
            }
        }
        return new Counts(required, taken - required);
    }
}
