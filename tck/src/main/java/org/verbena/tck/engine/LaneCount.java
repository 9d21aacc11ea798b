package org.verbena.tck.engine;

import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestWatcher;

/** Counts the tests of a class and writes a summary line, like that of the kit. */
public final class LaneCount implements TestWatcher, AfterAllCallback {
    private final String lane;
    private final String subject;
    private final String part;
    private int succeeded;
    private int failed;
    private int notApplicable;

    /**
     * Creates a counter. The three words begin the line.
     *
     * @param lane the test environment
     * @param subject the tested component
     * @param part the tested part of it
     */
    public LaneCount(String lane, String subject, String part) {
        this.lane = lane;
        this.subject = subject;
        this.part = part;
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
        LaneReport.write(
                lane,
                subject,
                part,
                "%d behaviours run, 0 declared deviations, %d not applicable, %d failed"
                        .formatted(succeeded + failed, notApplicable, failed));
    }
}
