package org.verbena.fidelity.state;

import java.util.List;
import org.verbena.AhAttr;
import org.verbena.Flags;
import org.verbena.QpAttr;
import org.verbena.QpAttrMask;
import org.verbena.QpState;
import org.verbena.QueuePair;
import org.verbena.spi.model.QpStateTable;

/**
 * Takes a new queue pair, connected to itself, to a state.
 *
 * @param qp the queue pair, in state RESET
 * @param address the address of its port
 */
public record QpWalk(QueuePair qp, AhAttr address) {
    private static final Flags<QpAttrMask> STATE = Flags.of(QpAttrMask.STATE);

    /**
     * Whether a walk leads to a state. Into SQE only the error of a running send queue does.
     *
     * @param state the state
     * @return whether {@code ibv_modify_qp(3)} leads there
     */
    public static boolean leadsTo(QpState state) {
        return QpStateTable.way(QpState.RESET, state).isPresent();
    }

    /**
     * Goes there the shortest way, with no more attributes than required.
     *
     * @param state the state
     * @throws IllegalArgumentException if no walk {@linkplain #leadsTo leads there}
     * @throws org.verbena.VerbsException if the device refuses a step; {@code qp.state()} is where the walk ended
     */
    public void to(QpState state) {
        List<QpState> way = QpStateTable.way(QpState.RESET, state)
                .orElseThrow(() -> new IllegalArgumentException("no way leads into " + state));
        for (QpState next : way) {
            Flags<QpAttrMask> required = QpStateTable.check(qp.qpType().value(), qp.state(), next, STATE)
                    .missing();
            qp.modify(change(next, required));
        }
    }

    /**
     * A change of state.
     *
     * @param state the state to go to from here
     * @param attributes the attributes that go with it, each of which gets a valid value
     * @return the change
     */
    public QpAttr change(QpState state, Flags<QpAttrMask> attributes) {
        return ValidAttributes.over(address)
                .curQpState(qp.state())
                .qpState(state)
                .destQpNum(qp.qpNum())
                .attrMask(attributes.with(QpAttrMask.STATE))
                .build();
    }
}
