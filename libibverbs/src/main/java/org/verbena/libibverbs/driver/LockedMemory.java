// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.driver;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.verbena.error.Diagnosis;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;
import org.verbena.error.Violation;

/**
 * The limit of locked memory, against which the kernel counts registered memory (Linux drivers/infiniband/core/umem.c:
 * ib_umem_get). The numbers are those that the kernel compares: it counts the pages that all libraries of the process
 * have registered.
 */
final class LockedMemory {
    private static final Path PROCESS = Path.of("/proc/self");
    private static final Pattern LIMIT = Pattern.compile("^Max locked memory +(\\d{1,18}) ", Pattern.MULTILINE);
    private static final Pattern PINNED = Pattern.compile("^VmPin:\\s*(\\d{1,15}) kB$", Pattern.MULTILINE);
    private static final Pattern CAPABILITIES = Pattern.compile("^CapEff:\\s*([0-9a-f]{1,16})$", Pattern.MULTILINE);
    private static final long CAP_IPC_LOCK = 1L << 14;
    private static final Pattern ALL_USERS = Pattern.compile("\\s*0\\s+0\\s+4294967295\\s*");
    private static final long PAGE = 4096;

    private LockedMemory() {}

    /**
     * Returns the failure of a registration with the limit, if the limit is the reason.
     *
     * @param refusal the failure of the driver
     * @param address the address of the memory
     * @param length the number of bytes
     */
    static VerbsException explained(VerbsException refusal, long address, long length) {
        return explained(refusal, address, length, PROCESS);
    }

    /** The same, for a process with its files in a folder. */
    static VerbsException explained(VerbsException refusal, long address, long length, Path process) {
        boolean candidate =
                refusal.errno().equals(Errno.ENOMEM) || refusal.errno().equals(Errno.EPERM);
        if (!candidate || !refusal.diagnosis().isUnknown()) {
            return refusal;
        }
        try {
            String status = Files.readString(process.resolve("status"));
            OptionalLong limit = number(LIMIT, Files.readString(process.resolve("limits")), 10);
            OptionalLong pinned = number(PINNED, status, 10);
            boolean capable = (number(CAPABILITIES, status, 16).orElse(0) & CAP_IPC_LOCK) != 0
                    && ALL_USERS
                            .matcher(Files.readString(process.resolve("uid_map")))
                            .matches();
            if (capable || limit.isEmpty()) {
                return refusal;
            }
            long used = pinned.orElse(0) * 1024;
            long pages = (address & PAGE - 1) + length + PAGE - 1 & -PAGE;
            return used + pages > limit.getAsLong() ? exceeded(refusal, length, limit.getAsLong(), used) : refusal;
        } catch (IOException | RuntimeException | StackOverflowError e) {
            // The failure of the driver takes precedence.
            return refusal;
        }
    }

    private static OptionalLong number(Pattern pattern, String text, int radix) {
        Matcher found = pattern.matcher(text);
        return found.find() ? OptionalLong.of(Long.parseUnsignedLong(found.group(1), radix)) : OptionalLong.empty();
    }

    private static VerbsException exceeded(VerbsException refusal, long length, long limit, long used) {
        return new VerbsException(
                refusal.verb(),
                refusal.errno(),
                refusal.object(),
                Diagnosis.of(new Violation(
                        "length",
                        Long.toString(length),
                        "RLIMIT_MEMLOCK of " + limit + " bytes, of which " + used + " are in use",
                        "registered memory counts as locked memory unless the process has CAP_IPC_LOCK; raise the limit"
                                + " with ulimit -l, LimitMEMLOCK of systemd, or /etc/security/limits.conf",
                        "Linux drivers/infiniband/core/umem.c: ib_umem_get")));
    }
}
