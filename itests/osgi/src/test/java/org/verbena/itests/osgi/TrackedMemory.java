// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.osgi;

import java.lang.management.ManagementFactory;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.ObjectName;

/** Measures the off-heap memory of Java code that the JVM tracks. */
final class TrackedMemory {
    // The memory of java.lang.foreign, direct buffers and Unsafe in the output of jcmd VM.native_memory.
    private static final Pattern OTHER = Pattern.compile("Other \\(reserved=(\\d+)KB");

    private TrackedMemory() {}

    /** Returns the reserved memory in KiB. */
    static long now() {
        try {
            Object summary = ManagementFactory.getPlatformMBeanServer()
                    .invoke(
                            new ObjectName("com.sun.management:type=DiagnosticCommand"),
                            "vmNativeMemory",
                            new Object[] {new String[] {"summary"}},
                            new String[] {String[].class.getName()});
            Matcher other = OTHER.matcher(summary.toString());
            if (!other.find()) {
                throw new AssertionError("native memory is not tracked: " + summary);
            }
            return Long.parseLong(other.group(1));
        } catch (JMException e) {
            throw new AssertionError(e);
        }
    }
}
