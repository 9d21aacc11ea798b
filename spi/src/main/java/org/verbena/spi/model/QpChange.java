package org.verbena.spi.model;

import org.verbena.QpAttr;
import org.verbena.QpAttrMask;
import org.verbena.QpState;

/**
 * A request to change a queue pair, for {@code ibv_modify_qp(3)}.
 *
 * @param qpTypeCode its type as C has it
 * @param rss whether it receives through an indirection table
 * @param now its attributes before, with its true state
 * @param attr the attributes wanted and their mask
 * @param sourceGids how many entries of the GID table are filled, from the first
 */
public record QpChange(int qpTypeCode, boolean rss, QpAttr now, QpAttr attr, int sourceGids) {
    /**
     * A request to a device of whose GID table nothing is known; every entry is taken to be filled.
     *
     * @param qpTypeCode its type as C has it
     * @param rss whether it receives through an indirection table
     * @param now its attributes before, with its true state
     * @param attr the attributes wanted and their mask
     */
    public QpChange(int qpTypeCode, boolean rss, QpAttr now, QpAttr attr) {
        this(qpTypeCode, rss, now, attr, Integer.MAX_VALUE);
    }

    /**
     * The attributes of a queue pair whose state has changed without a request.
     *
     * @param before its attributes before
     * @param state its state
     * @param draining whether its send queue is draining
     * @param keepsCurrent whether {@code cur_qp_state} stays as it was
     * @return its attributes
     */
    public static QpAttr moved(QpAttr before, QpState state, boolean draining, boolean keepsCurrent) {
        int now = draining ? 1 : 0;
        boolean sameState = before.qpState() == state;
        if (sameState && before.sqDraining() == now) {
            return before;
        }
        QpAttr.Builder moved = ModifyQpRules.copy(before).sqDraining(now);
        if (!sameState) {
            moved.qpState(state).curQpState(state);
        }
        return (keepsCurrent ? moved.curQpStateCode(before.curQpStateCode()) : moved).build();
    }

    /** The same with other attributes. */
    QpChange withAttr(QpAttr wanted) {
        return new QpChange(qpTypeCode, rss, now, wanted, sourceGids);
    }

    /** The state that the change starts from: the one that the caller names, else the true one. */
    QpState from() {
        return attr.attrMask().contains(QpAttrMask.CUR_STATE) ? attr.curQpState() : now.qpState();
    }

    /** The state that the change asks for: where it asks for none, the one that it starts from. */
    QpState to() {
        return attr.attrMask().contains(QpAttrMask.STATE) ? attr.qpState() : from();
    }

    /** The state afterwards, on a device that takes a current state for a claim to check and not for a fact. */
    QpState next() {
        return attr.attrMask().contains(QpAttrMask.STATE) ? attr.qpState() : now.qpState();
    }
}
