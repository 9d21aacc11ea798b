package org.verbena.spi.model;

import org.verbena.Flags;
import org.verbena.QpAttrMask;

/**
 * Whether a mask fits a change of state.
 *
 * @param exists whether the table has this change of state at all
 * @param missing required attributes that the mask lacks
 * @param unexpected attributes of the mask that the change does not take
 */
public record TransitionCheck(boolean exists, Flags<QpAttrMask> missing, Flags<QpAttrMask> unexpected) {
    /**
     * Whether the change is allowed.
     *
     * @return true when it exists, nothing is missing and nothing unexpected
     */
    public boolean isAllowed() {
        return exists && missing.isEmpty() && unexpected.isEmpty();
    }
}
