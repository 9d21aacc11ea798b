// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import java.util.function.Supplier;
import org.verbena.error.Diagnosis;
import org.verbena.error.VerbsException;
import org.verbena.spi.DriverContext;
import org.verbena.spi.model.DriverModel;
import org.verbena.spi.model.Verdict;

/** Adds to a driver failure the reasons that the model of the driver gives for the same request. */
final class FailureReasons {
    private FailureReasons() {}

    /** Returns the failure with reasons. Returns it unchanged if it already has reasons or if no model exists. */
    static VerbsException diagnosed(VerbsException refusal, DriverContext driver, Supplier<ModelQuery<?>> query) {
        return refusal.diagnosis().isUnknown()
                ? driver.model()
                        .map(model -> withReasons(refusal, model, query))
                        .orElse(refusal)
                : refusal;
    }

    private static VerbsException withReasons(
            VerbsException refusal, DriverModel model, Supplier<ModelQuery<?>> query) {
        try {
            Diagnosis reasons = reasons(refusal, model, query.get().apply(model));
            return new VerbsException(refusal.verb(), refusal.errno(), refusal.object(), reasons);
        } catch (RuntimeException e) {
            // A query of the object fails, or a device reports numbers that the model cannot calculate with. The
            // failure of the driver takes precedence.
            return refusal;
        }
    }

    private static Diagnosis reasons(VerbsException refusal, DriverModel model, Verdict<?> verdict) {
        String speaker = "the model " + model.name() + " of this driver ";
        Diagnosis known = refusal.diagnosis();
        if (!(verdict instanceof Verdict.Refused<?> expected)) {
            return known.withNote(speaker + "has no rule that explains it");
        }
        Diagnosis reasons = new Diagnosis(expected.violations(), known.notes());
        return expected.errno().equals(refusal.errno())
                ? reasons
                : reasons.withNote(speaker + "expected " + expected.errno());
    }
}
