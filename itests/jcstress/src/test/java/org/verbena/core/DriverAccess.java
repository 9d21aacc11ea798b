// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import org.verbena.VerbsObject;
import org.verbena.spi.DriverObject;

/** Gives tests access to the driver object of a handle. */
public final class DriverAccess {
    private DriverAccess() {}

    /** Returns the object that the driver created. */
    public static DriverObject driver(VerbsObject handle) {
        return ((Handle) handle).driver();
    }
}
