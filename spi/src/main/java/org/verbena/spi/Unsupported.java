// SPDX-License-Identifier: Apache-2.0
package org.verbena.spi;

import org.verbena.error.Diagnosis;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;
import org.verbena.error.Violation;

/** Creates the exceptions for verbs and memory that a driver does not support. */
final class Unsupported {
    private Unsupported() {}

    static VerbsException verb(String verb, DriverObject object) {
        return refusal(verb, object, verb, "called", "the driver does not have this verb");
    }

    static VerbsException memory(DriverObject object) {
        return refusal(
                "ibv_reg_mr",
                object,
                "memory for work requests, completions or data",
                "allocated",
                "the driver does not move data");
    }

    private static VerbsException refusal(
            String verb, DriverObject object, String attribute, String value, String rule) {
        return new VerbsException(
                verb,
                Errno.EOPNOTSUPP,
                object.toString(),
                Diagnosis.of(new Violation(attribute, value, "not offered", rule, "org.verbena.spi")));
    }
}
