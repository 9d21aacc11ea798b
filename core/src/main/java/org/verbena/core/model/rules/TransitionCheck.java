package org.verbena.core.model.rules;

import org.verbena.attr.Flags;
import org.verbena.attr.QpAttr;

/**
 * The result of checking a transition and its attributes.
 *
 * @param exists whether the state table contains the transition
 * @param missing the required attributes that the mask lacks
 * @param unexpected the attributes of the mask that the transition does not take
 */
public record TransitionCheck(boolean exists, Flags<QpAttr.Mask> missing, Flags<QpAttr.Mask> unexpected) {
    /**
     * Returns whether the transition is allowed.
     *
     * @return true if the transition exists and no attribute is missing or unexpected
     */
    public boolean isAllowed() {
        return exists && missing.isEmpty() && unexpected.isEmpty();
    }
}
