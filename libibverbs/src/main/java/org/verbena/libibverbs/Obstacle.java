// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs;

import java.util.Set;
import java.util.function.Supplier;
import org.verbena.error.VerbsException;

/** The reasons why libibverbs is unavailable, as messages that name a remedy. */
final class Obstacle {
    static final String NO_DEVICE = "libibverbs.so.1 finds no RDMA device: the kernel has none, or the package with its"
            + " driver (ibverbs-providers on Debian and Ubuntu) is missing; \"ibv_devices\" lists the devices, and"
            + " \"rdma link add rxe0 type rxe netdev eth0\" creates a software device";

    private static final Set<String> ARCHITECTURES = Set.of("amd64", "x86_64", "aarch64");

    private Obstacle() {}

    /** Checks that the platform is 64-bit little-endian Linux, which the struct layouts require. */
    static void requirePlatform() {
        String os = System.getProperty("os.name");
        String architecture = System.getProperty("os.arch");
        if (!"Linux".equals(os) || !ARCHITECTURES.contains(architecture)) {
            throw new UnsupportedOperationException(
                    "libibverbs requires Linux on x86-64 or aarch64; this is " + os + " on " + architecture);
        }
    }

    /**
     * Describes an obstacle. The supplier is called only if the JVM denied access, because other obstacles may prevent
     * the module from loading.
     */
    static String describe(Throwable obstacle, Supplier<Module> nativeModule) {
        if (isDenial(obstacle)) {
            Module denied = nativeModule.get();
            String module = denied.isNamed() ? denied.getName() : "ALL-UNNAMED";
            return "the JVM denies native access: start it with --enable-native-access=" + module;
        }
        if (obstacle instanceof UnsatisfiedLinkError) {
            return obstacle.getMessage() + "; " + remedy(String.valueOf(obstacle.getMessage()));
        }
        return obstacle instanceof VerbsException || obstacle instanceof UnsupportedOperationException
                ? String.valueOf(obstacle.getMessage())
                : obstacle.toString();
    }

    /** Returns a remedy for a library that the dynamic linker does not load, from its message. */
    private static String remedy(String message) {
        if (message.contains("wrong ELF class") || message.contains("invalid ELF header")) {
            return "it is built for another architecture than that of this JVM, " + System.getProperty("os.arch");
        }
        if (message.contains("Permission denied")) {
            return "this user must be permitted to read the file";
        }
        if (message.contains("failed to map segment")) {
            return "its file system must be mounted without the option noexec";
        }
        return "install libibverbs of rdma-core 33 or newer: the packages libibverbs1 and ibverbs-providers on Debian"
                + " and Ubuntu, libibverbs on Fedora and derived distributions";
    }

    /**
     * Returns whether the JVM denied native access. If a static initialiser fails, the denial is the cause of the first
     * exception. Later attempts contain it only as text in the message of a cause.
     */
    private static boolean isDenial(Throwable obstacle) {
        for (Throwable cause = obstacle; cause != null; cause = cause.getCause()) {
            if (cause instanceof IllegalCallerException
                    || String.valueOf(cause.getMessage()).contains(IllegalCallerException.class.getName())) {
                return true;
            }
        }
        return false;
    }
}
