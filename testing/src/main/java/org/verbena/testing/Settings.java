// SPDX-License-Identifier: Apache-2.0
package org.verbena.testing;

import org.verbena.provider.sim.ClockMode;

/**
 * The settings of the simulator of a test, and of the checks after it.
 *
 * @param profile the driver model of the devices
 * @param devices the number of devices
 * @param ports the number of ports of each device
 * @param limits limits that differ from those of the profile
 * @param clock how time passes
 * @param seed the seed of random faults
 * @param checksLeaks whether a test must close every handle that it opens
 * @param checksCompletions whether a test must poll every completion
 */
record Settings(
        String profile,
        int devices,
        int ports,
        String limits,
        ClockMode clock,
        long seed,
        boolean checksLeaks,
        boolean checksCompletions) {
    private static final int MAX_DEVICES = 256;

    Settings {
        if (devices < 1 || devices > MAX_DEVICES) {
            throw InvalidArguments.invalid(
                    "devices",
                    Integer.toString(devices),
                    "1.." + MAX_DEVICES,
                    "a test needs a device, and has a limit");
        }
    }

    /** Returns these settings, changed by the annotations of a test. */
    Settings with(TestAnnotations annotations) {
        Settings simulator = annotations
                .innermost(Simulator.class)
                .map(a -> new Settings(
                        a.profile(),
                        a.devices(),
                        a.ports(),
                        a.limits(),
                        a.clock(),
                        a.seed(),
                        checksLeaks,
                        checksCompletions))
                .orElse(this);
        return simulator.checking(
                checksLeaks && annotations.all(AllowLeaks.class).isEmpty(),
                checksCompletions
                        && annotations.all(AllowUnpolledCompletions.class).isEmpty());
    }

    Settings checking(boolean leaks, boolean completions) {
        return new Settings(profile, devices, ports, limits, clock, seed, leaks, completions);
    }

    @Override
    public String toString() {
        return "profile " + profile + ", devices " + devices + ", ports " + ports
                + (limits.isBlank() ? "" : ", limits " + limits) + ", clock " + clock + ", seed " + seed;
    }
}
