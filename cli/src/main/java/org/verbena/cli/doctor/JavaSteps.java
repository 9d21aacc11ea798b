// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.doctor;

import java.util.List;
import java.util.Set;

/** The checks of the JVM and the platform. */
final class JavaSteps {
    /** The first version with java.lang.foreign, which provider ffm needs. */
    private static final int FFM = 22;

    private static final Set<String> ARCHITECTURES = Set.of("amd64", "x86_64", "aarch64");
    private static final String FLAG = "--enable-native-access=ALL-UNNAMED";

    private JavaSteps() {}

    static List<Finding> findings(MachineState machine) {
        return List.of(java(machine), nativeAccess(machine), platform(machine));
    }

    private static Finding java(MachineState machine) {
        String found = "Java " + machine.property("java.version") + " of " + machine.property("java.vendor") + " in "
                + machine.property("java.home");
        return machine.feature() < FFM
                ? Finding.note(
                        "java",
                        found + "; provider ffm needs Java " + FFM + " or newer",
                        "install a JDK " + FFM + " or newer, for example Temurin 25, and set JAVA_HOME to it")
                : Finding.ok("java", found);
    }

    private static Finding nativeAccess(MachineState machine) {
        if (machine.nativeAccess().isEmpty()) {
            return Finding.ok("native access", "Java " + machine.feature() + " asks for no permission");
        }
        return machine.nativeAccess().get()
                ? Finding.ok("native access", "permitted")
                : Finding.note(
                        "native access",
                        "not permitted; the JVM warns or denies it when a native provider starts",
                        "start java with " + FLAG + ", or set JDK_JAVA_OPTIONS=" + FLAG);
    }

    private static Finding platform(MachineState machine) {
        String found = machine.property("os.name") + " on " + machine.property("os.arch");
        return machine.isLinux() && ARCHITECTURES.contains(machine.property("os.arch"))
                ? Finding.ok("platform", found)
                : Finding.note(
                        "platform",
                        found + "; the native providers need Linux on x86-64 or aarch64",
                        "use the simulator here: --provider sim");
    }
}
