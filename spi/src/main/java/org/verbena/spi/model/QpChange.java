// SPDX-License-Identifier: Apache-2.0
package org.verbena.spi.model;

import org.verbena.attr.QpAttr;
import org.verbena.attr.QpState;

/**
 * A request to change a queue pair, for {@code ibv_modify_qp(3)}.
 *
 * @param qpTypeCode the type of the queue pair, as in C
 * @param rss whether the queue pair receives through an indirection table
 * @param now the attributes before the change, with the actual state
 * @param attr the requested attributes and their mask
 * @param sourceGids the number of entries of the GID table that are filled, counted from the first
 */
public record QpChange(int qpTypeCode, boolean rss, QpAttr now, QpAttr attr, int sourceGids) {
    /**
     * Creates a request for a device whose GID table is unknown. Every entry is assumed to be filled.
     *
     * @param qpTypeCode the type of the queue pair, as in C
     * @param rss whether the queue pair receives through an indirection table
     * @param now the attributes before the change, with the actual state
     * @param attr the requested attributes and their mask
     */
    public QpChange(int qpTypeCode, boolean rss, QpAttr now, QpAttr attr) {
        this(qpTypeCode, rss, now, attr, Integer.MAX_VALUE);
    }

    /**
     * Returns the attributes of a queue pair whose state has changed without a request.
     *
     * @param before the attributes before the change
     * @param state the new state
     * @param draining whether the send queue is draining
     * @param keepsCurrent whether {@code cur_qp_state} keeps its value
     * @return the attributes after the change
     */
    public static QpAttr moved(QpAttr before, QpState state, boolean draining, boolean keepsCurrent) {
        int now = draining ? 1 : 0;
        boolean sameState = before.qpState() == state;
        if (sameState && before.sqDraining() == now) {
            return before;
        }
        QpAttr.Builder moved = before.toBuilder().sqDraining(now);
        if (!sameState) {
            moved.qpState(state).curQpState(state);
        }
        return (keepsCurrent ? moved.curQpStateCode(before.curQpStateCode()) : moved).build();
    }

    /** Returns the same change with other attributes. */
    public QpChange withAttr(QpAttr wanted) {
        return new QpChange(qpTypeCode, rss, now, wanted, sourceGids);
    }

    /** Returns the initial state of the change: the state that the caller names, or else the actual state. */
    public QpState from() {
        return attr.attrMask().contains(QpAttr.Mask.CUR_STATE) ? attr.curQpState() : now.qpState();
    }

    /** Returns the requested state, default the initial state. */
    public QpState to() {
        return attr.attrMask().contains(QpAttr.Mask.STATE) ? attr.qpState() : from();
    }

    /**
     * Returns the state afterwards, on a device that verifies the current state that the caller names, but does not use
     * it.
     */
    public QpState next() {
        return attr.attrMask().contains(QpAttr.Mask.STATE) ? attr.qpState() : now.qpState();
    }
}
