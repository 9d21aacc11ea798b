// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.walk;

/**
 * Executes queries of the device itself. Each device has its own port and table contents, so only success or failure is
 * compared.
 */
final class QueryCalls {
    private QueryCalls() {}

    static StepAnswer port(WalkDevice device, Step step) {
        device.context().queryPort(step.arguments().integer(StepField.PORT_NUM));
        return StepAnswer.ok();
    }

    static StepAnswer pkey(WalkDevice device, Step step) {
        StepArguments arguments = step.arguments();
        device.context().queryPkey(arguments.integer(StepField.PORT_NUM), arguments.integer(StepField.INDEX));
        return StepAnswer.ok();
    }

    static StepAnswer gid(WalkDevice device, Step step) {
        StepArguments arguments = step.arguments();
        device.context().queryGid(arguments.integer(StepField.PORT_NUM), arguments.integer(StepField.INDEX));
        return StepAnswer.ok();
    }
}
