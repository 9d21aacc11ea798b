package org.verbena.fidelity.walk;

import java.util.regex.Pattern;

/**
 * A difference between a device and its model that is known and stays.
 *
 * @param value the name of the value in which they may differ, {@code outcome} or {@code guard}
 * @param steps the text of steps for which they may, without the number in front
 * @param reason why
 * @param source the evidence
 */
record Allowance(String value, Pattern steps, String reason, String source) {
    boolean covers(Step step, String name) {
        return value.equals(name)
                && steps.matcher(step.verb().word() + step.arguments()).find();
    }

    @Override
    public String toString() {
        return value + " of " + steps + ": " + reason + " (" + source + ")";
    }
}
