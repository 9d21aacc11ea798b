package org.verbena.provider.sim;

/** Something that goes wrong on a device from the start. */
@FunctionalInterface
interface DeviceFault {
    /** Has it begin, on the device of this name. */
    void begin(SimFaults faults, String device);
}
