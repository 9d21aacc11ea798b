package org.verbena.itests.plain;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestWatcher;

/** Counts the tests of this lane and leaves the line that sums it up. */
final class LaneCount implements TestWatcher, AfterAllCallback {
    private int succeeded;
    private int failed;
    private int notApplicable;

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
        String line = "lane plain all jars: %d behaviours run, 0 declared deviations, %d not applicable, %d failed"
                .formatted(succeeded + failed, notApplicable, failed);
        System.out.println(line);
        Path directory = Files.createDirectories(Path.of("target/lane"));
        Files.writeString(directory.resolve("plain-all-jars.txt"), line + "\n");
    }
}
