// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.walk;

import java.util.regex.Pattern;

/**
 * A known, permanent difference between a device and its model.
 *
 * @param value the name of the value that may differ, or {@code outcome}, {@code guard} or {@code omit}
 * @param steps a pattern for the text of the steps that may differ, without the leading number
 * @param reason the reason
 * @param source the evidence
 */
record Allowance(String value, Pattern steps, String reason, String source) {
    /** The value of steps that a walk omits. */
    static final String OMIT = "omit";

    boolean covers(Step step, String name) {
        return value.equals(name)
                && steps.matcher(step.verb().word() + step.arguments()).find();
    }

    @Override
    public String toString() {
        return value + " of " + steps + ": " + reason + " (" + source + ")";
    }
}
