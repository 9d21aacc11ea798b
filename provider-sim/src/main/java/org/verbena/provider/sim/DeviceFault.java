// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim;

/** A fault that affects a device from the start. */
@FunctionalInterface
interface DeviceFault {
    /** Injects the fault into the device with the given name. */
    void begin(SimFaults faults, String device);
}
