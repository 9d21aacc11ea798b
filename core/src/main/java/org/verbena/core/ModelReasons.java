// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import java.util.function.Supplier;
import org.verbena.core.observe.ObjectKind;
import org.verbena.error.Diagnosis;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;
import org.verbena.error.Violation;
import org.verbena.spi.DriverContext;
import org.verbena.spi.model.DriverModel;
import org.verbena.spi.model.Verdict;

/** Adds reasons to a driver failure: those of the driver's model for the same request, or the open objects. */
final class ModelReasons {
    private ModelReasons() {}

    /** Returns the failure with reasons. Returns it unchanged if it already has reasons or if no model exists. */
    static VerbsException diagnosed(VerbsException refusal, DriverContext driver, Supplier<ModelQuery<?>> query) {
        return refusal.diagnosis().isUnknown()
                ? driver.model()
                        .map(model -> withReasons(refusal, model, query))
                        .orElse(refusal)
                : refusal;
    }

    /** Returns the failure of a destroy with the open objects that can use the object. */
    static VerbsException ofDestroy(VerbsException refusal, ObjectKind kind, OpenResources open) {
        // rdma_rxe fails to deregister a region with bound windows with EINVAL.
        boolean busy = refusal.errno().equals(Errno.EBUSY)
                || (kind == ObjectKind.MR && refusal.errno().equals(Errno.EINVAL));
        String users = open.users(kind);
        if (!busy || users.isEmpty() || !refusal.diagnosis().isUnknown()) {
            return refusal;
        }
        return new VerbsException(
                refusal.verb(),
                refusal.errno(),
                refusal.object(),
                Diagnosis.of(new Violation(
                        "users",
                        users + " open in this context",
                        "none that uses it",
                        kind == ObjectKind.MR
                                ? "a window that is bound to the region is invalidated or closed first"
                                : "the objects that use it are closed first",
                        kind.destroyVerb() + "(3)")));
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
