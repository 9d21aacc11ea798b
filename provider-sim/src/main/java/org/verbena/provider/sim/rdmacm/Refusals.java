// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.rdmacm;

import org.verbena.error.Diagnosis;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;
import org.verbena.error.Violation;

/**
 * The errors of one call of an identifier.
 *
 * @param verb the C function
 */
record Refusals(String verb) {
    private static final String OBJECT = "connection identifier";
    private static final String SOURCE = "Linux drivers/infiniband/core/cma.c";

    /** {@code ENOTSUPP} of the kernel, which C has no name for. */
    static final Errno ENOTSUPP = new Errno(524);

    /** Returns the error of a call in the wrong state. The runtime names the state that the call needs. */
    VerbsException wrongState() {
        return new VerbsException(verb, Errno.EINVAL, OBJECT, Diagnosis.UNKNOWN);
    }

    VerbsException of(Errno errno, String attribute, Object requested, String limit, String rule) {
        return new VerbsException(
                verb,
                errno,
                OBJECT,
                Diagnosis.of(new Violation(attribute, String.valueOf(requested), limit, rule, SOURCE)));
    }

    /** Returns the error of an identifier that knows no network interface, with its source address. */
    VerbsException withoutInterface(Object source) {
        return of(
                Errno.ENODEV,
                "src_addr",
                source,
                "an address of a device",
                "a loopback address, or a link-local destination without a scope, has no network interface");
    }

    void require(boolean condition) {
        if (!condition) {
            throw wrongState();
        }
    }
}
