// SPDX-License-Identifier: Apache-2.0
package org.verbena.testing;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.reporting.FileEntry;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** A run of a test class in this JVM, as a build runs it. */
final class Run implements TestExecutionListener {
    private final Map<String, Throwable> failures = new ConcurrentHashMap<>();
    private final Map<String, String> skipped = new ConcurrentHashMap<>();
    private final List<String> successes = new ArrayList<>();
    private final List<Path> files = new ArrayList<>();

    private Run() {}

    /** Runs a class, with configuration parameters of JUnit as names and values. */
    static Run of(Class<?> testClass, Path outputDirectory, String... parameters) {
        LauncherDiscoveryRequestBuilder request = LauncherDiscoveryRequestBuilder.request()
                .selectors(selectClass(testClass))
                .configurationParameter("junit.platform.reporting.output.dir", outputDirectory.toString());
        for (int i = 0; i < parameters.length; i += 2) {
            request.configurationParameter(parameters[i], parameters[i + 1]);
        }
        return of(request.build());
    }

    private static Run of(LauncherDiscoveryRequest request) {
        Run run = new Run();
        Launcher launcher = LauncherFactory.create();
        launcher.execute(request, run);
        return run;
    }

    @Override
    public synchronized void executionFinished(TestIdentifier test, TestExecutionResult result) {
        result.getThrowable().ifPresent(failure -> failures.put(name(test), failure));
        if (test.isTest() && result.getStatus() == TestExecutionResult.Status.SUCCESSFUL) {
            successes.add(name(test));
        }
    }

    @Override
    public void executionSkipped(TestIdentifier test, String reason) {
        skipped.put(name(test), reason);
    }

    @Override
    public synchronized void fileEntryPublished(TestIdentifier test, FileEntry file) {
        files.add(file.getPath());
    }

    private static String name(TestIdentifier test) {
        return test.getDisplayName().replaceFirst("\\(.*", "");
    }

    Throwable failure(String test) {
        Throwable failure = failures.get(test);
        if (failure == null) {
            throw new AssertionError(test + " has not failed; failures: " + failures.keySet());
        }
        return failure;
    }

    /** Returns the message of a failure and those of its suppressed exceptions. */
    String messages(String test) {
        Throwable failure = failure(test);
        return Stream.concat(Stream.of(failure), Stream.of(failure.getSuppressed()))
                .map(Throwable::getMessage)
                .toList()
                .toString();
    }

    Map<String, Throwable> failures() {
        return failures;
    }

    Map<String, String> skipped() {
        return skipped;
    }

    List<String> successes() {
        return successes;
    }

    List<Path> files() {
        return files;
    }
}
