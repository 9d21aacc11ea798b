// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.engine;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import org.opentest4j.TestAbortedException;

/**
 * The prerequisites of a test environment. Without one of them, its tests are skipped with a message, or fail if all
 * environments are required (system property {@code verbena.environments}).
 */
public final class Prerequisites {
    private Prerequisites() {}

    /**
     * Requires that nothing is missing.
     *
     * @param environment the name of the test environment
     * @param missing the missing program or file, in words that fit before "; ./verify installs it"
     * @throws AssertionError if something is missing, and all environments are required
     * @throws TestAbortedException if something is missing
     */
    public static void require(String environment, Optional<String> missing) {
        if (missing.isEmpty()) {
            return;
        }
        if ("required".equals(System.getProperty("verbena.environments"))) {
            throw new AssertionError(
                    missing.get() + ", and all environments are required; src/build/provision.sh installs it");
        }
        String sentence = "environment " + environment + " left out: " + missing.get() + "; ./verify installs it";
        System.out.println(sentence);
        throw new TestAbortedException(sentence);
    }

    /**
     * Requires that a virtual machine with rdma_rxe can run.
     *
     * @param environment the name of the test environment
     * @param runGuest the script {@code run-guest.sh}
     * @param kernel the series of its kernel
     * @throws IOException if the check cannot run
     * @throws InterruptedException if this thread is interrupted
     */
    public static void requireGuest(String environment, Path runGuest, String kernel)
            throws IOException, InterruptedException {
        Process check = new ProcessBuilder(
                        runGuest.resolveSibling("check-guest.sh").toString(), kernel)
                .redirectErrorStream(true)
                .start();
        String reason = new String(check.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        require(environment, check.waitFor() == 0 ? Optional.empty() : Optional.of(reason));
    }
}
