package org.verbena.spi.driver;

import org.verbena.Diagnosis;
import org.verbena.Errno;
import org.verbena.VerbsException;
import org.verbena.Violation;

/** What a driver answers to a verb that it does not have. */
final class Unsupported {
    private Unsupported() {}

    static VerbsException verb(String verb, DriverObject object) {
        return new VerbsException(
                verb,
                Errno.EOPNOTSUPP,
                object.toString(),
                Diagnosis.of(new Violation(
                        verb,
                        "called",
                        "not offered",
                        "the driver does not have this verb",
                        "org.verbena.spi.driver")));
    }
}
