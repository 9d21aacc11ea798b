// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.engine;

import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestWatcher;

/** Counts the tests of a class and writes a summary line, like that of the kit. */
public final class TestCount implements TestWatcher, AfterAllCallback {
    private final ResultLine line;
    private int succeeded;
    private int failed;
    private int notApplicable;

    /**
     * Creates a counter. The three words begin the line.
     *
     * @param environment the test environment
     * @param subject the tested component
     * @param part the tested part of it
     */
    public TestCount(String environment, String subject, String part) {
        line = new ResultLine(environment, subject, part);
    }

    @Override
    public void testSuccessful(ExtensionContext context) {
        succeeded++;
    }

    @Override
    public void testFailed(ExtensionContext context, Throwable cause) {
        failed++;
    }

    @Override
    public void testAborted(ExtensionContext context, Throwable cause) {
        notApplicable++;
    }

    @Override
    public void testDisabled(ExtensionContext context, Optional<String> reason) {
        notApplicable++;
    }

    @Override
    public void afterAll(ExtensionContext context) throws IOException {
        line.write("%d behaviours run, 0 declared deviations, %d not applicable, %d failed"
                .formatted(succeeded + failed, notApplicable, failed));
    }
}
