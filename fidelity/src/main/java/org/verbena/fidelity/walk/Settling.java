// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.walk;

import java.util.Optional;
import java.util.function.BiFunction;

/** Waits until a step has had its effects on both devices, and compares them. */
interface Settling {
    /** Discards the effects of the previous step. */
    void begin();

    /** Handles a step that the model has skipped, and the device skips as well. */
    void skipped();

    /** Waits until the step has had its effects on the model. */
    void settleModel(Step step);

    /** Waits until the device has caught up with the model, and compares the answers and all effects. */
    Optional<StepDifference> settle(
            Step step,
            StepAnswer real,
            StepAnswer modelled,
            BiFunction<StepAnswer, StepAnswer, Optional<StepDifference>> compare);

    /** Waits for late effects and compares them. */
    Optional<StepDifference> settleLate(BiFunction<StepAnswer, StepAnswer, Optional<StepDifference>> compare);
}
