// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.state;

import java.util.List;
import org.verbena.QueuePair;
import org.verbena.attr.AhAttr;
import org.verbena.attr.Flags;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpState;
import org.verbena.core.model.rules.QpStateTable;

/**
 * A transition of a new queue pair, connected to itself, into a given state.
 *
 * @param qp the queue pair, in state RESET
 * @param address the address of the queue pair's port
 */
public record QpWalk(QueuePair qp, AhAttr address) {
    private static final Flags<QpAttr.Mask> STATE = Flags.of(QpAttr.Mask.STATE);

    /**
     * Returns whether {@code ibv_modify_qp(3)} can reach a state. A queue pair enters SQE only by an error of its
     * running send queue.
     *
     * @param state the state
     * @return whether a sequence of calls leads from RESET to the state
     */
    public static boolean leadsTo(QpState state) {
        return QpStateTable.way(QpState.RESET, state).isPresent();
    }

    /**
     * Takes the queue pair to a state by the shortest sequence of changes, with the required attributes only.
     *
     * @param state the state
     * @throws IllegalArgumentException if no sequence {@linkplain #leadsTo leads to the state}
     * @throws org.verbena.error.VerbsException if the device rejects a change; {@code qp.state()} is the state reached
     */
    public void to(QpState state) {
        List<QpState> way = QpStateTable.way(QpState.RESET, state)
                .orElseThrow(() -> new IllegalArgumentException("ibv_modify_qp cannot reach state " + state));
        for (QpState next : way) {
            Flags<QpAttr.Mask> required = QpStateTable.check(qp.qpType().value(), qp.state(), next, STATE)
                    .missing();
            qp.modify(change(next, required));
        }
    }

    /**
     * Returns a change from the current state to another one.
     *
     * @param state the new state
     * @param attributes the attributes to include, each with a valid value
     * @return the attributes for {@code ibv_modify_qp(3)}
     */
    public QpAttr change(QpState state, Flags<QpAttr.Mask> attributes) {
        return ValidAttributes.over(address)
                .curQpState(qp.state())
                .qpState(state)
                .destQpNum(qp.qpNum())
                .attrMask(attributes.with(QpAttr.Mask.STATE))
                .build();
    }
}
